#pragma once
// Says whether a block kernel fits a backend, and which other backends it fits.

#include "core/kernels/block_shape.hpp"

#include <span>
#include <string>

namespace nopal {

/// A backend that a kernel may run on.
struct BlockPlace {
  std::string backend; ///< with the parameter that chooses it: "fibers (accelerator.host)"
  BlockLimits limits;
  bool is_gpu = false;
};

/// The number of threads of a block along i for `threads: auto`: a power of 2 that all of these backends allow. 256
/// suit a GPU, and 16 a processor, where the threads of a block share a core.
long suitable_threads(std::span<const BlockPlace> places);

/// "1024 threads a block (at most 1024 x 1024 x 64), 48 KiB of shared memory".
std::string limits_text(const BlockLimits& limits);

bool fits(const Kernel& kernel, const BlockShape& shape, const BlockLimits& limits);

/// Returns an error message for a kernel that does not fit: what it needs, the limit, and which of `others` it fits. If
/// there are no others, the message says where to look for them.
std::string block_refusal(const Kernel& kernel, const BlockShape& shape, const BlockPlace& place,
                          std::span<const BlockPlace> others);

} // namespace nopal
