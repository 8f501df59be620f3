#include "disk.hpp"

#include "handle.hpp"

#include <nopal/thorn.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <utility>

namespace nopal::hdf5 {

namespace {

[[noreturn]] void fail_with(int reason, const std::string& what) {
  throw Error("cannot " + what + ": " + std::strerror(reason) + remedy);
}

/// 0, or the system's reason.
int sync(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags | O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const int reason = fsync(file) == 0 ? 0 : errno;
  close(file);
  return reason;
}

} // namespace

OpenFile::OpenFile(const std::string& path) : path_(path), file_(open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
  if (file_ < 0) fail_with(errno, "open '" + path_ + "'");
}

OpenFile::~OpenFile() {
  if (file_ >= 0) ::close(file_);
}

void OpenFile::write(const std::byte* bytes, std::size_t n, std::int64_t offset) const {
  while (n > 0) {
    const ssize_t written = pwrite(file_, bytes, n, offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_with(errno, "write to '" + path_ + "'");
    bytes += written;
    offset += written;
    n -= static_cast<std::size_t>(written);
  }
}

void OpenFile::write(std::span<iovec> pieces, std::int64_t offset) const {
  while (!pieces.empty()) {
    ssize_t written = pwritev(file_, pieces.data(), static_cast<int>(pieces.size()), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_with(errno, "write to '" + path_ + "'");
    offset += written;
    while (!pieces.empty() && static_cast<std::size_t>(written) >= pieces.front().iov_len) {
      written -= static_cast<ssize_t>(pieces.front().iov_len);
      pieces = pieces.subspan(1);
    }
    if (pieces.empty()) return;
    pieces.front().iov_base = static_cast<std::byte*>(pieces.front().iov_base) + written;
    pieces.front().iov_len -= static_cast<std::size_t>(written);
  }
}

void OpenFile::sync() const {
  if (fsync(file_) != 0) fail_with(errno, "write to '" + path_ + "'");
}

void OpenFile::close() {
  if (::close(std::exchange(file_, -1)) != 0) fail_with(errno, "close '" + path_ + "'");
}

void rename_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) fail_with(errno, "rename '" + from + "' to '" + to + "'");
}

void sync_file(const std::string& path) {
  if (const int reason = sync(path, 0); reason != 0) fail_with(reason, "write '" + path + "'");
}

void sync_folder(const std::string& path) {
  const int reason = sync(path, O_DIRECTORY);
  // Some file systems keep names by themselves and say so in this way.
  if (reason != 0 && reason != EINVAL) fail_with(reason, "write to the folder '" + path + "'");
}

void write_file(const std::string& path, const std::string& text, bool sync) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) fail_with(errno, "write '" + path + "'");
  if (sync) sync_file(path);
}

} // namespace nopal::hdf5
