#pragma once
// Reads files of checkpoints and handles their folders. Functions for new files are in core/files.

#include <cstddef>
#include <cstdint>
#include <string>

namespace nopal::checkpoint {

/// The remedy in errors of a full disk.
inline constexpr const char* keep_fewer = "keep fewer checkpoints (checkpoint.keep)";

/// An existing file that can be read at any offset. All functions throw an Error with the path and the system's reason.
class OldFile {
public:
  explicit OldFile(const std::string& path);
  ~OldFile();
  OldFile(const OldFile&) = delete;
  OldFile& operator=(const OldFile&) = delete;
  std::int64_t bytes() const;
  void read(void* bytes, std::size_t n, std::int64_t offset) const;

private:
  std::string path_;
  int file_ = -1;
};

/// Returns the contents of a file.
std::string read_text(const std::string& path);

/// Makes a folder, which must not exist.
void make_folder(const std::string& path);
inline constexpr const char* aside_end = ".old"; ///< see replace_folder()
/// Renames the folder `from` to `to`. A folder that had the name `to` then has the name `from`. Most file systems
/// exchange the names in one step. On others there is a moment without a folder `to`; the old one is then called
/// `from` + aside_end.
void replace_folder(const std::string& from, const std::string& to);
/// Removes a folder with its contents. A folder that does not exist is no error.
void remove_folder(const std::string& path);

} // namespace nopal::checkpoint
