#include "disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace nopal::hdf5 {

namespace {

[[noreturn]] void fail_with(int reason, const std::string& what) { throw_disk_error(what, reason, write_less); }

} // namespace

OpenFile::OpenFile(const std::string& path, Durability durability)
    : path_(path), durability_(durability), file_(open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
  if (file_ < 0) fail_with(errno, "open '" + path_ + "'");
}

OpenFile::~OpenFile() {
  if (file_ >= 0) ::close(file_);
}

void OpenFile::write(std::span<iovec> pieces, std::int64_t offset) {
  while (!pieces.empty()) {
    ssize_t written = pwritev(file_, pieces.data(), static_cast<int>(pieces.size()), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_with(errno, "write to '" + path_ + "'");
    note_written(offset, written);
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

/// Starts to write long pieces to the disk. Short pieces share pages of the file with rows of other processes; close()
/// brings them to the disk.
void OpenFile::note_written(std::int64_t offset, std::int64_t bytes) {
  constexpr std::int64_t at_once = 1 << 20;
  if (offset != end_) begin_ = offset;
  end_ = offset + bytes;
  if (durability_ == Durability::system || end_ - begin_ < at_once) return;
  begin_writing(file_, begin_, end_ - begin_);
  begin_ = end_;
}

void OpenFile::close() {
  if (const int reason = durability_ == Durability::disk ? sync_descriptor(file_) : 0; reason != 0)
    fail_with(reason, "write to '" + path_ + "'");
  if (::close(std::exchange(file_, -1)) != 0) fail_with(errno, "close '" + path_ + "'");
}

} // namespace nopal::hdf5
