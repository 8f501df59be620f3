#pragma once
// A file that holds one compiled kernel.

#include <cstddef>
#include <string>
#include <string_view>

namespace nopal {

struct KernelEntry {
  std::string label; ///< name of the kernel in messages
  std::string key;   ///< KernelKey::text()
  std::string code;  ///< output of the compiler
};

/// The contents of a file.
struct ReadEntry {
  bool exists = false;
  std::string trouble; ///< why the entry is unusable: damaged, not a file, of another version
  KernelEntry entry;

  bool usable() const { return exists && trouble.empty(); }
};

/// Reads an entry and checks lengths and checksum. The caller must compare the key.
ReadEntry read_entry(const std::string& path);

/// Writes the file to the disk, then moves it to `path` in one step, where it replaces a file or an empty folder.
/// Returns an empty text, or the reason if the file could not be written or moved.
std::string publish_entry(const std::string& path, const KernelEntry& entry);

/// Returns 32 hexadecimal digits for a file name.
std::string digest(std::string_view text);

} // namespace nopal
