#include "core/kernels/cache.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace nopal {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "nopal kernel 1\n";

// FNV-1a, twice with different starts: names files and notices damage; keys are compared in full besides.
std::uint64_t hash(std::string_view text, std::uint64_t start) {
  std::uint64_t value = start;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return value;
}
std::string digest(std::string_view text) {
  return fmt::format("{:016x}{:016x}", hash(text, 0xcbf29ce484222325ULL), hash(text, 0x9e3779b97f4a7c15ULL));
}

// magic, sizes of key and content, digest of both, key, content.
std::string pack(std::string_view key, const std::string& content) {
  std::string both(key);
  both += content;
  return fmt::format("{}{} {} {}\n", magic, key.size(), content.size(), digest(both)) + both;
}

std::optional<std::string> unpack(std::string_view key, const std::string& file) {
  if (!std::string_view(file).starts_with(magic)) return std::nullopt;
  const std::size_t end = file.find('\n', magic.size());
  if (end == std::string::npos) return std::nullopt;
  const std::string_view both = std::string_view(file).substr(end + 1);
  if (!both.starts_with(key)) return std::nullopt;
  const std::string content(both.substr(key.size()));
  return pack(key, content) == file ? std::optional(content) : std::nullopt;
}

std::optional<std::string> load(const std::string& path, std::string_view key) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return unpack(key, text);
}

// Held while an entry is made; released by the kernel too when a process dies.
class FileLock {
public:
  explicit FileLock(const std::string& path) : file_(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
    if (file_ < 0) return;
    while (::flock(file_, LOCK_EX) != 0)
      if (errno != EINTR) return;
  }
  ~FileLock() {
    if (file_ >= 0) ::close(file_);
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

private:
  int file_;
};

// Readers see the old file or the whole new one. What fails here only costs a compilation next time.
void publish(const std::string& path, const std::string& text) {
  const std::string unfinished = fmt::format("{}.{}", path, ::getpid());
  {
    std::ofstream file(unfinished, std::ios::binary);
    file << text;
    file.close();
    if (!file) {
      ::unlink(unfinished.c_str());
      return;
    }
  }
  if (std::rename(unfinished.c_str(), path.c_str()) != 0) ::unlink(unfinished.c_str());
}

} // namespace

KernelCache::KernelCache(std::string folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!error && ::access(folder_.c_str(), W_OK | X_OK) != 0) error = {errno, std::generic_category()};
  if (!error) return;
  warning_ = fmt::format("compiled kernels are not kept: folder {} cannot be used ({})", folder_, error.message());
  folder_.clear();
}

std::string KernelCache::get(std::string_view key, const std::function<std::string()>& make) {
  if (folder_.empty()) return make();
  const std::string path = folder_ + "/" + digest(key) + ".kernel";
  if (std::optional<std::string> found = load(path, key)) return *found;
  const FileLock lock(path + ".lock");
  if (std::optional<std::string> found = load(path, key)) return *found; // made while this process waited
  std::string made = make();
  publish(path, pack(key, made));
  return made;
}

} // namespace nopal
