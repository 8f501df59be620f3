#include "core/files/disk.hpp"

#include "core/base/error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace nopal {

namespace {

void sync_path(const std::string& path, int flags, const std::string& what, const std::string& less) {
  const int file = open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) throw_disk_error("open " + what, errno, less);
  const int reason = sync_descriptor(file);
  ::close(file);
  if (reason != 0) throw_disk_error("write to " + what, reason, less);
}

} // namespace

std::string disk_remedy(int reason, const std::string& less) {
  switch (reason) {
  case ENOSPC:
  case EDQUOT:
  case EFBIG:
    return "free space there" + (less.empty() ? "" : ", " + less) + " or set driver.output to a folder with more room";
  case EACCES:
  case EPERM:
  case EROFS:
    return "make it writable or set driver.output to another folder";
  case ENOENT:
    return "if the folder was moved or removed during the run, leave it in its place until the run ends; otherwise set "
           "driver.output to a folder that can be written";
  case EMFILE:
  case ENFILE:
    return "raise the limit of open files (ulimit -n) or write fewer of them";
  default:
    return "set driver.output to a folder that can be written";
  }
}

void throw_disk_error(const std::string& what, int reason, const std::string& less) {
  throw Error("cannot " + what + ": " + std::strerror(reason) + "; " + disk_remedy(reason, less));
}

int sync_descriptor(int file) {
  while (fsync(file) != 0) {
    if (errno == EINVAL) return 0; // the file system offers no sync
    if (errno != EINTR) return errno;
  }
  return 0;
}

void begin_writing(int file, std::int64_t offset, std::int64_t bytes) {
  // A failure is no error, because sync_descriptor() then writes everything later.
  static_cast<void>(sync_file_range(file, offset, bytes, SYNC_FILE_RANGE_WRITE));
}

NewFile::NewFile(const std::string& path, Durability durability, std::string less)
    : path_(path), durability_(durability), less_(std::move(less)),
      file_(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (file_ < 0) throw_disk_error("create '" + path_ + "'", errno, less_);
}

NewFile::~NewFile() {
  if (file_ >= 0) ::close(file_);
}

void NewFile::write(const void* bytes, std::size_t n) {
  const auto* next = static_cast<const std::byte*>(bytes);
  while (n > 0) {
    const ssize_t written = ::write(file_, next, n);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_disk_error("write to '" + path_ + "'", errno, less_);
    if (durability_ == Durability::disk) begin_writing(file_, bytes_, written);
    bytes_ += written;
    next += written;
    n -= static_cast<std::size_t>(written);
  }
}

void NewFile::close() {
  if (const int reason = durability_ == Durability::disk ? sync_descriptor(file_) : 0; reason != 0)
    throw_disk_error("write to '" + path_ + "'", reason, less_);
  if (::close(std::exchange(file_, -1)) != 0) throw_disk_error("close '" + path_ + "'", errno, less_);
}

void write_file(const std::string& path, const std::string& text, Durability durability, const std::string& less) {
  NewFile file(path, durability, less);
  file.write(text.data(), text.size());
  file.close();
}

void rename_on_disk(const std::string& from, const std::string& to, const std::string& less) {
  if (std::rename(from.c_str(), to.c_str()) != 0)
    throw_disk_error("rename '" + from + "' to '" + to + "'", errno, less);
}

void sync_file(const std::string& path, const std::string& less) { sync_path(path, O_RDONLY, "'" + path + "'", less); }

void sync_folder(const std::string& path, const std::string& less) {
  sync_path(path, O_RDONLY | O_DIRECTORY, "the folder '" + path + "'", less);
}

} // namespace nopal
