#pragma once
// How much memory this machine can still give.

#include <cstddef>
#include <string>

namespace nopal {

struct AvailableMemory {
  std::size_t bytes = 0;
  std::string limit; ///< what sets it: "memory of the node", "limit of the control group /…"
};

/// Of the node, reclaimable caches counted as free, or of a control group that this process is in, if that is less.
/// `root` is put in front of the paths that are read, for tests.
AvailableMemory available_host_memory(const std::string& root = {});

} // namespace nopal
