#pragma once
// Files that several processes write. Functions for other files are in core/files.

#include <nopal/thorn.hpp>

#include <sys/uio.h>

#include <cstdint>
#include <span>
#include <string>

namespace nopal::hdf5 {

/// The remedy in errors of a full disk.
inline constexpr const char* write_less = "write less (hdf5.every, variables, stride)";

/// An existing file that is open for writing at any offset. Every function throws an Error with the path, the system's
/// reason and a remedy.
class OpenFile {
public:
  OpenFile(const std::string& path, Durability durability);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  /// Writes pieces of memory one behind the other and changes `pieces` on the way. There are at most as many pieces as
  /// the system takes at once.
  void write(std::span<iovec> pieces, std::int64_t offset);
  void close();

private:
  void note_written(std::int64_t offset, std::int64_t bytes);
  std::string path_;
  Durability durability_;
  int file_ = -1;
  std::int64_t begin_ = 0, end_ = 0; ///< bytes written without a gap that are not on their way to the disk yet
};

} // namespace nopal::hdf5
