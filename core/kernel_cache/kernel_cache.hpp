#pragma once
// Compiled kernels on disk. The processes of a node and later runs share them.

#include "core/kernel_cache/key.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace nopal {

/// How large the folder may grow, and how long to wait for other processes.
struct KernelCacheLimits {
  /// Bytes of all entries. Entries with the oldest last use are removed first. A kernel takes 10 to 100 KiB, so there
  /// is room for thousands, and the quota of a home folder is enough.
  std::uintmax_t bytes = std::uintmax_t{256} << 20;
  /// How long to wait for another process that compiles the same kernel. This is far longer than a compilation.
  std::chrono::milliseconds patience = std::chrono::minutes{2};
  /// A writer that has not finished after this time has been killed.
  std::chrono::seconds leftover_age = std::chrono::minutes{10};
};

/// There is one file for each key. It holds the whole key and a checksum. If a file is damaged or belongs to another
/// kernel or version, the kernel is compiled again and the file is replaced. While one process makes an entry, other
/// processes wait for it, so that one rank of a node compiles. If that process ends without the entry, they compile
/// themselves. A problem with the folder never ends a run.
class KernelCache {
public:
  using Notice = std::function<void(const std::string&)>;

  /// Creates the folder if it does not exist. Empty name: nothing is cached. Calls `notice` with a sentence for each
  /// damaged file, and once if new entries cannot be stored.
  explicit KernelCache(std::string folder, Notice notice = {}, const KernelCacheLimits& limits = {});

  /// Returns the code of the entry of `key`. If there is none, or `take` (the driver) does not accept its code, calls
  /// `make`, stores the result and returns it. `label` is the name of the kernel in messages.
  std::string get(const KernelKey& key, const std::string& label, const std::function<std::string()>& make,
                  const std::function<bool(const std::string& code)>& take = {});
  const std::string& folder() const { return folder_; }

private:
  void not_kept(const std::string& why);
  void store(const std::string& path, const std::string& label, const std::string& key, const std::string& code);

  std::string folder_;
  Notice notice_;
  KernelCacheLimits limits_;
  bool told_not_kept_ = false;
};

} // namespace nopal
