#pragma once
// Files that get their name when they are complete, and stay on the disk.

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace nopal::hdf5 {

/// A file that is there, open for writing anywhere. Every function throws Error with the path, the system's reason and
/// what to do.
class OpenFile {
public:
  explicit OpenFile(const std::string& path);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  void write(const std::byte* bytes, std::size_t n, std::int64_t offset) const;
  /// Writes pieces of memory, which are used up, one behind the other: as many as the system takes at once, or fewer.
  void write(std::span<iovec> pieces, std::int64_t offset) const;
  /// Returns once all is on the disk.
  void sync() const;
  void close();

private:
  std::string path_;
  int file_ = -1;
};

/// As above.
void rename_file(const std::string& from, const std::string& to);
/// Returns once what the file holds, or the names of the folder, are on the disk.
void sync_file(const std::string& path);
void sync_folder(const std::string& path);
/// Writes a file from the start.
void write_file(const std::string& path, const std::string& text, bool sync);

} // namespace nopal::hdf5
