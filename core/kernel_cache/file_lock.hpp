#pragma once
// A lock between processes that uses a file.

#include <chrono>
#include <string>

namespace nopal {

/// The constructor takes the lock; the destructor releases it and removes the file. If the process ends, the operating
/// system releases it. If file locks do not work (some network file systems, a folder that cannot be written), nobody
/// holds the lock and nobody waits, so the guarded work must be safe without it.
class FileLock {
public:
  FileLock(std::string path, std::chrono::milliseconds patience);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  bool held() const { return file_ >= 0; }
  /// Returns true if another process held the lock during all of `patience`.
  bool gave_up() const { return gave_up_; }

private:
  bool take();

  std::string path_;
  int file_ = -1;
  bool gave_up_ = false;
};

} // namespace nopal
