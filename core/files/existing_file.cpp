#include "core/files/existing_file.hpp"

#include "core/base/bytes_text.hpp"
#include "core/base/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace nopal {

namespace {

std::string kind_trouble(mode_t mode) {
  switch (mode & S_IFMT) {
  case S_IFREG:
    return "";
  case S_IFDIR:
    return "it is a folder";
  case S_IFIFO:
    return "it is a pipe";
  case S_IFSOCK:
    return "it is a socket";
  default:
    return "it is a device";
  }
}

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw Error("cannot read '" + path + "': " + why);
}

} // namespace

std::string trouble_with_file(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) == 0) return kind_trouble(status.st_mode);
  const int reason = errno;
  if (reason == ENOENT && lstat(path.c_str(), &status) == 0) return "it is a link to a file that does not exist";
  return std::strerror(reason);
}

// The path is looked at before it is opened, because opening a device can have effects. It may change in between, so
// the open file is looked at, too. O_NONBLOCK: a pipe is then opened without waiting for a writer.
ExistingFile::ExistingFile(const std::string& path) : path_(path) {
  if (const std::string trouble = trouble_with_file(path); !trouble.empty()) fail(path, trouble);
  file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file_ < 0) fail(path, std::strerror(errno));
  struct stat status{};
  std::string trouble = fstat(file_, &status) == 0 ? kind_trouble(status.st_mode) : std::strerror(errno);
  if (trouble.empty()) return;
  ::close(file_);
  fail(path, trouble);
}

ExistingFile::~ExistingFile() { ::close(file_); }

std::int64_t ExistingFile::bytes() const {
  struct stat status{};
  if (fstat(file_, &status) != 0) fail(path_, std::strerror(errno));
  return status.st_size;
}

void ExistingFile::read(void* bytes, std::size_t n, std::int64_t offset) const {
  auto* next = static_cast<std::byte*>(bytes);
  while (n > 0) {
    const ssize_t got = pread(file_, next, n, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path_, std::strerror(errno));
    if (got == 0) fail(path_, "it is shorter than it should be");
    next += got;
    offset += got;
    n -= static_cast<std::size_t>(got);
  }
}

// The system grants a lease for reading only if nobody has the file open for writing. If somebody opens it while this
// process holds the lease, the process gets a signal; SIGURG has no effect.
bool ExistingFile::is_being_written() const {
  fcntl(file_, F_SETSIG, SIGURG);
  if (fcntl(file_, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN;
  fcntl(file_, F_SETLEASE, F_UNLCK);
  return false;
}

std::string file_text(const std::string& path, std::int64_t most) {
  const ExistingFile file(path);
  const std::int64_t bytes = file.bytes();
  if (bytes > most)
    fail(path, "it has " + bytes_text(static_cast<std::size_t>(bytes)) + ", and at most " +
                   bytes_text(static_cast<std::size_t>(most)) + " are allowed here");
  std::string text(static_cast<std::size_t>(bytes), '\0');
  file.read(text.data(), text.size(), 0);
  return text;
}

} // namespace nopal
