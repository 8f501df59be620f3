#pragma once
// A lock between processes, by a file.

#include <chrono>
#include <string>

namespace nopal {

/// Held until destroyed, or until the process ends in whatever way: the operating system releases it. The file is
/// removed with it. Where file locks do not work (some network file systems, a folder that cannot be written) the
/// lock is not held and nobody waits: what it guards must be safe without it.
class FileLock {
public:
  FileLock(std::string path, std::chrono::milliseconds patience);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  bool held() const { return file_ >= 0; }
  /// Another process held it for all of the patience.
  bool gave_up() const { return gave_up_; }

private:
  bool take();

  std::string path_;
  int file_ = -1;
  bool gave_up_ = false;
};

} // namespace nopal
