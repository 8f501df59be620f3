#include "disk.hpp"

#include <nopal/thorn.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace nopal::checkpoint {

namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path, int reason) {
  throw_disk_error(what + " '" + path + "'", reason, keep_fewer);
}

[[noreturn]] void fail_to_read(const std::string& what, const std::string& path) {
  throw Error("cannot " + what + " '" + path + "': " + std::strerror(errno));
}

} // namespace

OldFile::OldFile(const std::string& path) : path_(path), file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) fail_to_read("open", path_);
}

OldFile::~OldFile() { ::close(file_); }

std::int64_t OldFile::bytes() const {
  struct stat status {};
  if (fstat(file_, &status) != 0) fail_to_read("look at", path_);
  return status.st_size;
}

void OldFile::read(void* bytes, std::size_t n, std::int64_t offset) const {
  auto* next = static_cast<std::byte*>(bytes);
  while (n > 0) {
    const ssize_t got = pread(file_, next, n, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_read("read", path_);
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

void make_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0777) != 0) fail("create the folder", path, errno);
}

void replace_folder(const std::string& from, const std::string& to) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) return;
  const int reason = errno;
  std::error_code ignored; // if exists() fails, renaming reports the reason
  if (reason == ENOENT || !std::filesystem::exists(to, ignored)) return rename_on_disk(from, to, keep_fewer);
  if (reason != EINVAL && reason != ENOSYS && reason != ENOTSUP) fail("rename '" + from + "' to", to, reason);
  const std::string aside = from + aside_end;
  rename_on_disk(to, aside, keep_fewer);
  rename_on_disk(from, to, keep_fewer);
  rename_on_disk(aside, from, keep_fewer);
}

void remove_folder(const std::string& path) {
  std::error_code code;
  std::filesystem::remove_all(path, code);
  if (code) fail("remove", path, code.value());
}

} // namespace nopal::checkpoint
