#pragma once
// Files and folders as a checkpoint needs them: what is closed is on the disk, what is renamed stays so.

#include <cstddef>
#include <cstdint>
#include <string>

namespace nopal::checkpoint {

/// A new file, written from the start. Every function throws Error with the path, the system's reason and what to do.
class NewFile {
public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  void write(const void* bytes, std::size_t n);
  /// Returns once all is on the disk.
  void close();

private:
  std::string path_;
  int file_ = -1;
};

/// A file that is there, read anywhere. Errors as above.
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
void write_text(const std::string& path, const std::string& text);

void make_folder(const std::string& path);
/// Nothing may have the name `to`.
void rename_folder(const std::string& from, const std::string& to);
/// Gives the folder `from` the name `to`; what had that name before has the name `from` then. Where the file system
/// exchanges names there is no moment at which nothing has the name `to`; where it cannot, what had it is called
/// `from` + aside_end for that moment.
inline constexpr const char* aside_end = ".old";
void replace_folder(const std::string& from, const std::string& to);
/// The names in a folder are on the disk.
void sync_folder(const std::string& path);
/// With all that is in it; what is not there is no error.
void remove_folder(const std::string& path);

} // namespace nopal::checkpoint
