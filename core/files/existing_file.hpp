#pragma once
// Reads files that exist. Only regular files are opened: a pipe or a device in the place of a file could block for ever
// or never end.

#include <cstddef>
#include <cstdint>
#include <string>

namespace nopal {

/// A regular file that can be read at any offset. All functions throw an Error with the path and the reason.
class ExistingFile {
public:
  explicit ExistingFile(const std::string& path);
  ~ExistingFile();
  ExistingFile(const ExistingFile&) = delete;
  ExistingFile& operator=(const ExistingFile&) = delete;
  std::int64_t bytes() const;
  /// Reads n bytes. It is an error if the file ends before.
  void read(void* bytes, std::size_t n, std::int64_t offset) const;
  /// Whether some process has the file open for writing. False if the file system cannot tell.
  bool is_being_written() const;

private:
  std::string path_;
  int file_ = -1;
};

/// Returns what keeps a path from being a regular file: "it is a folder", "it is a pipe", "No such file or directory".
/// Empty: it is a regular file, or a link to one.
std::string trouble_with_file(const std::string& path);

/// Returns the contents of a regular file. Throws an Error with the path and the reason if it cannot be read or has
/// more than `most` bytes.
std::string file_text(const std::string& path, std::int64_t most);

} // namespace nopal
