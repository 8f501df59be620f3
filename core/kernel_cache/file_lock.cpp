#include "core/kernel_cache/file_lock.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace nopal {

namespace {

// The process that held the lock removes the file. A lock on a removed file does not count.
bool still_there(int file, const std::string& path) {
  struct stat mine{};
  struct stat there{};
  return ::fstat(file, &mine) == 0 && ::stat(path.c_str(), &there) == 0 && mine.st_ino == there.st_ino &&
         mine.st_dev == there.st_dev;
}

} // namespace

FileLock::FileLock(std::string path, std::chrono::milliseconds patience) : path_(std::move(path)) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  std::chrono::milliseconds pause{1};
  while (!take()) {
    if (std::chrono::steady_clock::now() >= deadline) {
      gave_up_ = true;
      return;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::milliseconds{32});
  }
}

// Returns false if another process holds the lock.
bool FileLock::take() {
  // First for reading, since a file open for writing keeps its file system writable. NFS needs a file open for writing.
  int access = O_RDONLY;
  while (true) {
    const int file = ::open(path_.c_str(), O_CREAT | access | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666);
    if (file < 0) return true;
    const int code = ::flock(file, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
    if (code == 0 && still_there(file, path_)) {
      file_ = file;
      return true;
    }
    ::close(file);
    if (code == EWOULDBLOCK) return false;
    if (code == EBADF && access == O_RDONLY) {
      access = O_RDWR;
      continue;
    }
    if (code != 0 && code != EINTR) return true;
  }
}

FileLock::~FileLock() {
  if (file_ < 0) return;
  ::unlink(path_.c_str());
  ::close(file_);
}

} // namespace nopal
