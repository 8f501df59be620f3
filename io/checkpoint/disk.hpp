#pragma once
// Files and folders as a checkpoint needs them, beside those of core/files.

#include <cstddef>
#include <cstdint>
#include <string>

namespace nopal::checkpoint {

/// How a user makes checkpoints take less, for errors of a full disk.
inline constexpr const char* keep_fewer = "keep fewer checkpoints (checkpoint.keep)";

/// A file that is there, read anywhere. All throw Error with the path and the system's reason, and where something
/// could not be written what to do.
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

std::string read_text(const std::string& path);

void make_folder(const std::string& path);
/// Gives the folder `from` the name `to`; what had that name before has the name `from` then. Where the file system
/// exchanges names there is no moment at which nothing has the name `to`; where it cannot, what had it is called
/// `from` + aside_end for that moment.
inline constexpr const char* aside_end = ".old";
void replace_folder(const std::string& from, const std::string& to);
/// With all that is in it; what is not there is no error.
void remove_folder(const std::string& path);

} // namespace nopal::checkpoint
