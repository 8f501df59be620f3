#pragma once
// The folder that compiled kernels are kept in: what there is, and what has to go.

#include "core/kernel_cache/key.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// What the name of a file in the folder says that it is.
enum class CacheFile { entry, lock, unfinished, foreign };
CacheFile cache_file(std::string_view name);

std::string entry_path(const std::string& folder, std::string_view key_text);
std::string lock_path(const std::string& entry_path);

/// A file that has an entry's name.
struct CachedKernel {
  std::string path;
  std::uintmax_t bytes = 0;
  std::chrono::system_clock::time_point written;
  std::string trouble; ///< why it is of no use; then label and key are empty
  std::string label;
  KernelKey key;

  /// The thorn of the kernel; "nopal" for nopal's own.
  std::string thorn() const;
};

/// All entries, sorted by kind, device, compiler and label, those of no use last. Throws Error where the folder cannot
/// be read; one that is not there has no entries.
std::vector<CachedKernel> cached_kernels(const std::string& folder);

struct Removed {
  int files = 0;
  std::uintmax_t bytes = 0;
};
/// Removes files of killed writers that are older than `age`: unfinished entries, and locks that nobody holds.
Removed remove_leftovers(const std::string& folder, std::chrono::seconds age);

/// Removes the entries whose last use is longest ago until all together have at most so many bytes.
Removed trim(const std::string& folder, std::uintmax_t limit);

/// Removes these entries. Throws Error for one that cannot be removed; those that have gone meanwhile do not count.
Removed remove_kernels(const std::vector<CachedKernel>& kernels);

/// An entry was used now.
void mark_used(const std::string& entry_path);

} // namespace nopal
