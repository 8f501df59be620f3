#pragma once
// Files of an output folder: written whole, on the disk when they should be, and errors that say what to do.

#include <cstddef>
#include <cstdint>
#include <string>

namespace nopal {

/// What to do where a file of an output folder could not be written, by the system's reason (errno). `less`: how the
/// user makes whoever writes write less, as in "keep fewer checkpoints (checkpoint.keep)"; empty: that is not known.
std::string disk_remedy(int reason, const std::string& less);

/// Throws Error: "cannot write to '<path>': <reason>; <remedy>".
[[noreturn]] void throw_disk_error(const std::string& what, int reason, const std::string& less);

/// Until when a function waits for what was written.
enum class Durability {
  system, ///< the operating system has it: it survives the end of the process
  disk,   ///< it is on the disk: it survives a loss of power
};

/// Returns 0 once what the open file or folder holds is on the disk, or the reason (errno) why it is not.
int sync_descriptor(int file);

/// Asks the system to begin writing bytes of a file to the disk, so that who waits for all of them waits for less.
void begin_writing(int file, std::int64_t offset, std::int64_t bytes);

/// A new file, written from the start; one of that name is emptied. All throw as throw_disk_error() does.
class NewFile {
public:
  NewFile(const std::string& path, Durability durability, std::string less);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  void write(const void* bytes, std::size_t n);
  void close();

private:
  std::string path_;
  Durability durability_;
  std::string less_;
  int file_ = -1;
  std::int64_t bytes_ = 0;
};

/// A new file with this text.
void write_file(const std::string& path, const std::string& text, Durability durability, const std::string& less);
/// A file or folder; a file that has the name `to` is replaced in one step.
void rename_on_disk(const std::string& from, const std::string& to, const std::string& less);
/// Returns once what is in a file is on the disk.
void sync_file(const std::string& path, const std::string& less);
/// Returns once the names in a folder are on the disk.
void sync_folder(const std::string& path, const std::string& less);

} // namespace nopal
