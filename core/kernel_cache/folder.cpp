#include "core/kernel_cache/folder.hpp"

#include "core/base/error.hpp"
#include "core/kernel_cache/entry.hpp"
#include "core/kernel_cache/file_lock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <tuple>

namespace nopal {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::system_clock;

constexpr std::string_view entry_end = ".kernel";
constexpr std::string_view lock_end = ".lock";
constexpr std::string_view unfinished_end = ".new";

bool is_hexadecimal(std::string_view text, std::size_t length) {
  return text.size() == length && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

struct FoundFile {
  std::string path;
  CacheFile kind;
  struct stat status;
};

// It is no error if files appear or disappear meanwhile. A folder that does not exist counts as empty.
std::vector<FoundFile> files_of(const std::string& folder, std::error_code& error) {
  std::vector<FoundFile> found;
  fs::directory_iterator files(folder, error);
  if (error == std::errc::no_such_file_or_directory) error.clear();
  for (; files != fs::directory_iterator(); files.increment(error)) {
    const std::string name = files->path().filename().string();
    FoundFile file{files->path().string(), cache_file(name), {}};
    if (file.kind == CacheFile::foreign || ::lstat(file.path.c_str(), &file.status) != 0) continue;
    found.push_back(std::move(file));
  }
  return found;
}

bool remove_file(const FoundFile& file, Removed& removed) {
  std::error_code error;
  if (S_ISDIR(file.status.st_mode) || !fs::remove(file.path, error)) return false;
  ++removed.files;
  removed.bytes += static_cast<std::uintmax_t>(file.status.st_size);
  return true;
}

} // namespace

CacheFile cache_file(std::string_view name) {
  constexpr std::size_t digits = 32;
  if (!is_hexadecimal(name.substr(0, digits), digits)) return CacheFile::foreign;
  name.remove_prefix(digits);
  if (!name.starts_with(entry_end)) return CacheFile::foreign;
  name.remove_prefix(entry_end.size());
  if (name.empty()) return CacheFile::entry;
  if (name == lock_end) return CacheFile::lock;
  const bool unfinished = name.starts_with('.') && name.ends_with(unfinished_end) && name.size() == 21 &&
                          is_hexadecimal(name.substr(1, 16), 16);
  return unfinished ? CacheFile::unfinished : CacheFile::foreign;
}

std::string entry_path(const std::string& folder, std::string_view key_text) {
  return fmt::format("{}/{}{}", folder, digest(key_text), entry_end);
}
std::string lock_path(const std::string& entry_path) { return entry_path + std::string(lock_end); }

std::string CachedKernel::thorn() const {
  const std::size_t end = label.find("::");
  return end == std::string::npos ? "nopal" : label.substr(0, end);
}

std::vector<CachedKernel> cached_kernels(const std::string& folder) {
  std::error_code error;
  std::vector<CachedKernel> kernels;
  for (const FoundFile& file : files_of(folder, error)) {
    if (file.kind != CacheFile::entry) continue;
    CachedKernel kernel;
    kernel.path = file.path;
    kernel.bytes = static_cast<std::uintmax_t>(file.status.st_size);
    kernel.written = Clock::from_time_t(file.status.st_mtim.tv_sec);
    const ReadEntry read = read_entry(file.path);
    if (!read.exists) continue;
    const std::optional<KernelKey> key = KernelKey::read(read.entry.key);
    kernel.trouble = read.trouble;
    if (read.usable() && !key) kernel.trouble = "its key is damaged";
    if (read.usable() && entry_path(folder, read.entry.key) != file.path) kernel.trouble = "it holds another kernel";
    if (kernel.trouble.empty()) {
      kernel.label = read.entry.label;
      kernel.key = *key;
    }
    kernels.push_back(std::move(kernel));
  }
  if (error) throw Error(fmt::format("the folder of compiled kernels {} cannot be read: {}", folder, error.message()));
  std::sort(kernels.begin(), kernels.end(), [](const CachedKernel& a, const CachedKernel& b) {
    const auto order = [](const CachedKernel& k) {
      return std::tie(k.key.kind, k.key.device, k.key.compiler, k.key.dialect, k.label, k.key.options, k.path);
    };
    if (a.trouble.empty() != b.trouble.empty()) return a.trouble.empty();
    return order(a) < order(b);
  });
  return kernels;
}

Removed remove_leftovers(const std::string& folder, std::chrono::seconds age) {
  Removed removed;
  std::error_code error;
  const auto latest = Clock::now() - age;
  for (const FoundFile& file : files_of(folder, error)) {
    if (file.kind == CacheFile::entry || Clock::from_time_t(file.status.st_mtim.tv_sec) > latest) continue;
    if (file.kind == CacheFile::unfinished)
      remove_file(file, removed);
    else if (const FileLock lock(file.path, std::chrono::milliseconds{0}); lock.held())
      ++removed.files; // the destructor of the lock removes it
  }
  return removed;
}

Removed trim(const std::string& folder, std::uintmax_t limit) {
  Removed removed;
  std::error_code error;
  std::vector<FoundFile> entries = files_of(folder, error);
  std::erase_if(entries,
                [](const FoundFile& file) { return file.kind != CacheFile::entry || !S_ISREG(file.status.st_mode); });
  std::uintmax_t total = 0;
  for (const FoundFile& entry : entries) total += static_cast<std::uintmax_t>(entry.status.st_size);
  if (total <= limit) return removed;
  std::sort(entries.begin(), entries.end(), [](const FoundFile& a, const FoundFile& b) {
    const auto used = [](const FoundFile& file) {
      return std::pair(file.status.st_atim.tv_sec, file.status.st_atim.tv_nsec);
    };
    return used(a) < used(b);
  });
  for (const FoundFile& entry : entries) {
    if (total - removed.bytes <= limit) break;
    remove_file(entry, removed);
  }
  return removed;
}

Removed remove_kernels(const std::vector<CachedKernel>& kernels) {
  Removed removed;
  for (const CachedKernel& kernel : kernels) {
    std::error_code error;
    const bool gone = fs::remove(kernel.path, error);
    if (error) throw Error(fmt::format("{} cannot be removed: {}", kernel.path, error.message()));
    if (!gone) continue;
    ++removed.files;
    removed.bytes += kernel.bytes;
  }
  return removed;
}

void mark_used(const std::string& entry_path) {
  // Sets only the time of access. Many file systems do not keep it themselves.
  const std::array<timespec, 2> times{{{0, UTIME_NOW}, {0, UTIME_OMIT}}};
  ::utimensat(AT_FDCWD, entry_path.c_str(), times.data(), 0);
}

} // namespace nopal
