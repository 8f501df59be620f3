#include "disk.hpp"

#include <nopal/thorn.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace nopal::checkpoint {

namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path, int reason) {
  std::string text = "cannot " + what + " '" + path + "': " + std::strerror(reason);
  if (reason == ENOSPC || reason == EDQUOT || reason == EFBIG)
    text +=
        "; free space there, keep fewer checkpoints (checkpoint.keep) or set driver.output to a folder with more room";
  else if (reason == EACCES || reason == EPERM || reason == EROFS)
    text += "; make it writable or set driver.output to another folder";
  throw Error(text);
}

} // namespace

NewFile::NewFile(const std::string& path)
    : path_(path), file_(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (file_ < 0) fail("create", path_, errno);
}

NewFile::~NewFile() {
  if (file_ >= 0) ::close(file_);
}

void NewFile::write(const void* bytes, std::size_t n) {
  const auto* next = static_cast<const std::byte*>(bytes);
  while (n > 0) {
    const ssize_t written = ::write(file_, next, n);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write to", path_, errno);
    next += written;
    n -= static_cast<std::size_t>(written);
  }
}

void NewFile::close() {
  int failed = 0;
  do failed = fsync(file_);
  while (failed != 0 && errno == EINTR);
  if (failed != 0 && errno != EINVAL) fail("write to", path_, errno); // EINVAL: nothing there can be synced
  if (::close(std::exchange(file_, -1)) != 0) fail("close", path_, errno);
}

OldFile::OldFile(const std::string& path) : path_(path), file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) fail("open", path_, errno);
}

OldFile::~OldFile() { ::close(file_); }

std::int64_t OldFile::bytes() const {
  struct stat status {};
  if (fstat(file_, &status) != 0) fail("look at", path_, errno);
  return status.st_size;
}

void OldFile::read(void* bytes, std::size_t n, std::int64_t offset) const {
  auto* next = static_cast<std::byte*>(bytes);
  while (n > 0) {
    const ssize_t got = pread(file_, next, n, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", path_, errno);
    if (got == 0) throw Error("cannot read '" + path_ + "': it is shorter than it should be");
    next += got;
    offset += got;
    n -= static_cast<std::size_t>(got);
  }
}

std::string read_text(const std::string& path) {
  const OldFile file(path);
  std::string text(static_cast<std::size_t>(file.bytes()), '\0');
  file.read(text.data(), text.size(), 0);
  return text;
}

void write_text(const std::string& path, const std::string& text) {
  NewFile file(path);
  file.write(text.data(), text.size());
  file.close();
}

void make_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0777) != 0) fail("create the folder", path, errno);
}

void rename_folder(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) fail("rename '" + from + "' to", to, errno);
}

void replace_folder(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) return;
  const int reason = errno;
  std::error_code ignored; // where it cannot be looked at, renaming says so
  if (reason == ENOENT || !std::filesystem::exists(to, ignored)) return rename_folder(from, to);
  if (reason != EINVAL && reason != ENOSYS && reason != ENOTSUP) fail("rename '" + from + "' to", to, reason);
  const std::string aside = from + aside_end;
  rename_folder(to, aside);
  rename_folder(from, to);
  rename_folder(aside, from);
}

void sync_folder(const std::string& path) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) fail("open the folder", path, errno);
  const int reason = fsync(folder) == 0 ? 0 : errno;
  ::close(folder);
  // Some file systems keep names by themselves and say so in this way.
  if (reason != 0 && reason != EINVAL) fail("write to the folder", path, reason);
}

void remove_folder(const std::string& path) {
  std::error_code code;
  std::filesystem::remove_all(path, code);
  if (code) fail("remove", path, code.value());
}

} // namespace nopal::checkpoint
