#pragma once
// Files that several processes write, beside those of core/files.

#include <nopal/thorn.hpp>

#include <sys/uio.h>

#include <cstdint>
#include <span>
#include <string>

namespace nopal::hdf5 {

/// How a user makes output take less, for errors of a full disk.
inline constexpr const char* write_less = "write less (hdf5.every, variables, stride)";

/// A file that is there, open for writing anywhere. Every function throws Error with the path, the system's reason and
/// what to do.
class OpenFile {
public:
  OpenFile(const std::string& path, Durability durability);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  /// Writes pieces of memory, which are used up, one behind the other: as many as the system takes at once, or fewer.
  void write(std::span<iovec> pieces, std::int64_t offset);
  void close();

private:
  void note_written(std::int64_t offset, std::int64_t bytes);
  std::string path_;
  Durability durability_;
  int file_ = -1;
  std::int64_t begin_ = 0, end_ = 0; ///< written without a gap, and not on its way to the disk
};

} // namespace nopal::hdf5
