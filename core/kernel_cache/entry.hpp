#pragma once
// One compiled kernel in one file.

#include <cstddef>
#include <string>
#include <string_view>

namespace nopal {

struct KernelEntry {
  std::string label; ///< what to call the kernel in messages
  std::string key;   ///< KernelKey::text()
  std::string code;  ///< what the compiler made
};

/// What a file holds: an entry where `trouble` is empty and `exists` is true.
struct ReadEntry {
  bool exists = false;
  std::string trouble; ///< why it is of no use: damaged, not a file, of another version
  KernelEntry entry;
};

/// Reads and verifies lengths and checksum; whether the key is the one wanted is for the caller to compare.
ReadEntry read_entry(const std::string& path);

/// The file as a whole appears at once, in place of what was there, or else not at all; then the reason is returned.
/// It is on the disk before it appears. An empty folder in its place gives way, one that holds something does not.
std::string publish_entry(const std::string& path, const KernelEntry& entry);

/// 32 hexadecimal digits, for file names.
std::string digest(std::string_view text);

} // namespace nopal
