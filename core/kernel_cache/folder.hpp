#pragma once
// The folder of compiled kernels: lists its files and removes old ones.

#include "core/kernel_cache/key.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// The kind of a file in the folder, from its name.
enum class CacheFile { entry, lock, unfinished, foreign };
CacheFile cache_file(std::string_view name);

std::string entry_path(const std::string& folder, std::string_view key_text);
std::string lock_path(const std::string& entry_path);

/// A file with the name of an entry.
struct CachedKernel {
  std::string path;
  std::uintmax_t bytes = 0;
  std::chrono::system_clock::time_point written;
  std::string trouble; ///< why the file is unusable; label and key are then empty
  std::string label;
  KernelKey key;

  /// Returns the thorn of the kernel, or "nopal" for a kernel of nopal.
  std::string thorn() const;
};

/// Returns all entries, sorted by kind, device, compiler and label, and unusable ones last. Throws Error if the folder
/// cannot be read. A folder that does not exist has no entries.
std::vector<CachedKernel> cached_kernels(const std::string& folder);

struct Removed {
  int files = 0;
  std::uintmax_t bytes = 0;
};
/// Removes files of killed writers that are older than `age`: unfinished entries and unused locks.
Removed remove_leftovers(const std::string& folder, std::chrono::seconds age);

/// Removes the entries with the oldest last use until the others have at most `limit` bytes.
Removed trim(const std::string& folder, std::uintmax_t limit);

/// Removes these entries. Throws Error if one cannot be removed. Does not count entries that another process removed.
Removed remove_kernels(const std::vector<CachedKernel>& kernels);

/// Sets the last use of an entry to now.
void mark_used(const std::string& entry_path);

} // namespace nopal
