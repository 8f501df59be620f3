#pragma once
// Functions that write, rename and sync the files of an output folder. Their errors say what a user can do.

#include <cstddef>
#include <cstdint>
#include <string>

namespace nopal {

/// Returns advice for a user if a file could not be written. `reason` is the system's reason (errno). `less` says how
/// the user can make the writer write less: "keep fewer checkpoints (checkpoint.keep)". Empty: not known.
std::string disk_remedy(int reason, const std::string& less);

/// Throws Error "cannot <what>: <reason>; <remedy>". `what` is "write to '<path>'", for example.
[[noreturn]] void throw_disk_error(const std::string& what, int reason, const std::string& less);

/// Where written data are when a function returns.
enum class Durability {
  system, ///< in the operating system: they survive the end of the process
  disk,   ///< on the disk: they survive a loss of power
};

/// Waits until the contents of the open file or folder are on the disk. Returns 0, or the reason (errno) of a failure.
int sync_descriptor(int file);

/// Asks the system to begin to write these bytes to the disk now. So a later sync_descriptor() waits less.
void begin_writing(int file, std::int64_t offset, std::int64_t bytes);

/// Writes a new file. An existing file of this name is emptied first. All functions throw with throw_disk_error().
class NewFile {
public:
  NewFile(const std::string& path, Durability durability, std::string less);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  void write(const void* bytes, std::size_t n);
  /// Call this at the end. It waits for the disk if `durability` asks for it.
  void close();

private:
  std::string path_;
  Durability durability_;
  std::string less_;
  int file_ = -1;
  std::int64_t bytes_ = 0;
};

/// Writes a new file with this text.
void write_file(const std::string& path, const std::string& text, Durability durability, const std::string& less);
/// Renames a file or folder. A file that has the name `to` is replaced in one step.
void rename_on_disk(const std::string& from, const std::string& to, const std::string& less);
/// Waits until the contents of a file are on the disk.
void sync_file(const std::string& path, const std::string& less);
/// Waits until the names in a folder are on the disk.
void sync_folder(const std::string& path, const std::string& less);

} // namespace nopal
