#pragma once
// Compiled kernels on disk, shared by the processes of a node and by later runs.

#include "core/kernel_cache/key.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace nopal {

/// One file a key, with the whole key and a checksum in it: a file that is damaged, of another kernel or of another
/// version is compiled again and replaced. While one process makes an entry, others that want the same one wait for
/// it, so that one rank a node compiles; they go on by themselves where it ends without. Nothing that is wrong with
/// the folder ends a run.
class KernelCache {
public:
  struct Limits {
    /// Of all entries together; those whose last use is longest ago go first. A kernel takes 10 to 100 KiB, so that
    /// this is thousands of them, and little of the quota that home folders have.
    std::uintmax_t bytes = std::uintmax_t{256} << 20;
    /// How long to wait for another process that compiles the same kernel: far longer than that takes.
    std::chrono::milliseconds patience = std::chrono::minutes{2};
    /// A writer that has not finished after so long never will.
    std::chrono::seconds leftover_age = std::chrono::minutes{10};
  };
  using Notice = std::function<void(const std::string&)>;

  /// Empty folder: nothing is cached. It is created where it is missing. `notice` is told, in a sentence, what was
  /// found damaged and that new entries cannot be kept, the latter once.
  explicit KernelCache(std::string folder, Notice notice = {});
  KernelCache(std::string folder, Notice notice, const Limits& limits);

  /// The code of the entry of `key`, or what `make` returns, then stored. `take` says whether the driver accepts code
  /// that was found; what it does not take is made again and replaced. `label` names the kernel in messages.
  std::string get(const KernelKey& key, const std::string& label, const std::function<std::string()>& make,
                  const std::function<bool(const std::string& code)>& take = {});
  const std::string& folder() const { return folder_; }

private:
  void not_kept(const std::string& why);
  void store(const std::string& path, const std::string& label, const std::string& key, const std::string& code);

  std::string folder_;
  Notice notice_;
  Limits limits_;
  bool told_not_kept_ = false;
};

} // namespace nopal
