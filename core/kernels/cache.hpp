#pragma once
// Compiled kernels on disk, shared by the ranks of a node.

#include <functional>
#include <string>
#include <string_view>

namespace nopal {

/// One file a key. Files are published by atomic rename and carry a checksum: a damaged or half-written one counts
/// as absent. While one process makes an entry, others that want the same one wait for it (file lock), so that
/// one rank a node compiles.
class KernelCache {
public:
  /// Empty folder: nothing is cached. The folder is created; where it cannot be, warn() says why and nothing is cached.
  explicit KernelCache(std::string folder);

  /// The entry of `key` (any text: source, compiler, options, device), or what `make` returns, then stored.
  std::string get(std::string_view key, const std::function<std::string()>& make);
  const std::string& folder() const { return folder_; }
  const std::string& warning() const { return warning_; }

private:
  std::string folder_;
  std::string warning_;
};

} // namespace nopal
