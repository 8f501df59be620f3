#include "core/kernel_cache/entry.hpp"

#include "core/base/hash.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

namespace nopal {

namespace {

// A file holds: magic (with the version of the format), sizes of label, key and code, their digest, then these three.
constexpr std::string_view family = "nopal kernel ";
constexpr std::string_view magic = "nopal kernel 2\n";
constexpr std::size_t longest_header = 128;

class File {
public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return descriptor_; }

private:
  int descriptor_;
};

std::string reason(int code) { return std::strerror(code); }

// O_NONBLOCK: the path may be a pipe. O_NOATIME: a read alone is not a use of the entry (mark_used() in folder.hpp).
int open_to_read(const std::string& path) {
  constexpr int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  const int file = ::open(path.c_str(), flags | O_NOATIME);
  return file >= 0 || errno != EPERM ? file : ::open(path.c_str(), flags);
}

// Appends at most `bytes` bytes of the file to `text`. Returns false if the file cannot be read.
bool read_on(int file, std::string& text, std::size_t bytes) {
  std::size_t have = text.size();
  const std::size_t wanted = have + bytes;
  text.resize(wanted);
  while (have < wanted) {
    const ssize_t got = ::read(file, text.data() + have, wanted - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  return true;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(file, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

struct Header {
  std::array<std::size_t, 3> sizes{};
  std::string_view sum;
  std::size_t length = 0; // of the header itself
  std::string trouble;
};

Header read_header(std::string_view text) {
  Header header;
  if (!text.starts_with(magic)) {
    header.trouble = text.starts_with(family) ? "another version of nopal wrote it" : "it is not a compiled kernel";
    return header;
  }
  header.trouble = "its header is damaged";
  const char* at = text.data() + magic.size();
  const char* const end = text.data() + text.size();
  for (std::size_t& size : header.sizes) {
    const auto [rest, error] = std::from_chars(at, end, size);
    if (error != std::errc{} || rest == end || *rest != ' ' || size > (std::size_t{1} << 40)) return header;
    at = rest + 1;
  }
  const std::string_view left(at, static_cast<std::size_t>(end - at));
  if (left.find('\n') != 32) return header;
  header.sum = left.substr(0, 32);
  header.length = static_cast<std::size_t>(at - text.data()) + 33;
  header.trouble.clear();
  return header;
}

std::string read_verified(int file, std::size_t bytes, KernelEntry& entry) {
  std::string text;
  if (!read_on(file, text, longest_header)) return fmt::format("it cannot be read ({})", reason(errno));
  if (text.empty()) return "it is empty";
  const Header header = read_header(text);
  if (!header.trouble.empty()) return header.trouble;
  const std::size_t length = header.sizes[0] + header.sizes[1] + header.sizes[2];
  if (header.length + length != bytes)
    return fmt::format("it has {} bytes instead of {}", bytes, header.length + length);
  const std::string sum(header.sum);
  std::string body = text.substr(header.length);
  if (!read_on(file, body, length - body.size())) return fmt::format("it cannot be read ({})", reason(errno));
  if (body.size() != length || digest(body) != sum) return "its checksum is wrong";
  entry.label = body.substr(0, header.sizes[0]);
  entry.key = body.substr(header.sizes[0], header.sizes[1]);
  entry.code = body.substr(header.sizes[0] + header.sizes[1]);
  return {};
}

// Returns an empty text if the whole file is on the disk, else the reason.
std::string write_file(const std::string& path, std::string_view header, std::string_view body) {
  const File file(::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
  if (file.get() < 0) return reason(errno);
  if (write_all(file.get(), header) && write_all(file.get(), body) && ::fsync(file.get()) == 0) return {};
  std::string why = reason(errno);
  ::unlink(path.c_str());
  return why;
}

} // namespace

// It names files and finds damage; callers compare whole keys.
std::string digest(std::string_view text) {
  return fmt::format("{:016x}{:016x}", hash(text), hash(text, 0x9e3779b97f4a7c15ULL));
}

ReadEntry read_entry(const std::string& path) {
  const File file(open_to_read(path));
  if (file.get() < 0 && (errno == ENOENT || errno == ENOTDIR)) return {};
  ReadEntry read{.exists = true, .trouble = {}, .entry = {}};
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0)
    read.trouble = fmt::format("it cannot be read ({})", reason(errno));
  else if (!S_ISREG(status.st_mode))
    read.trouble = S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file";
  else
    read.trouble = read_verified(file.get(), static_cast<std::size_t>(status.st_size), read.entry);
  return read;
}

std::string publish_entry(const std::string& path, const KernelEntry& entry) {
  const std::string body = entry.label + entry.key + entry.code;
  const std::string header =
      fmt::format("{}{} {} {} {}\n", magic, entry.label.size(), entry.key.size(), entry.code.size(), digest(body));
  std::random_device random;
  const std::string unfinished = fmt::format("{}.{:08x}{:08x}.new", path, random(), random());
  std::string why = write_file(unfinished, header, body);
  if (!why.empty()) return why;
  if (std::rename(unfinished.c_str(), path.c_str()) == 0) return {};
  if (errno == EISDIR && ::rmdir(path.c_str()) == 0 && std::rename(unfinished.c_str(), path.c_str()) == 0) return {};
  why = fmt::format("{}: {}", path, reason(errno));
  ::unlink(unfinished.c_str());
  return why;
}

} // namespace nopal
