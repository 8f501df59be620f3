#pragma once
// The memory that is free on this machine.

#include <cstddef>
#include <string>

namespace nopal {

struct AvailableMemory {
  std::size_t bytes = 0;
  std::string limit; ///< name of the limit: "memory of the node", "limit of the control group /…"
};

/// Returns the free memory of the node, or of a control group of this process if that is less. Caches that the system
/// can drop count as free. Tests put `root` in front of the paths that are read.
AvailableMemory available_host_memory(const std::string& root = {});

} // namespace nopal
