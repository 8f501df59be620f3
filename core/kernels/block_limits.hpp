#pragma once
// Whether a block kernel fits an accelerator, and which others would do.

#include "core/kernels/block_shape.hpp"

#include <span>
#include <string>

namespace nopal {

/// What an accelerator allows a block.
struct BlockLimits {
  std::string accelerator; ///< and how to choose it: "fibers (accelerator.host)"
  long max_threads = 1;
  std::size_t max_shared_bytes = 0;
  Index max_along{}; ///< threads along i, j and k; 0: no limit but max_threads
};

/// "1024 threads a block (at most 1024 x 1024 x 64), 48 KiB of shared memory".
std::string limits_text(const BlockLimits& limits);

/// Empty where the kernel fits; else a sentence that says what it asks for, the limit, and which of `others` would do;
/// with no others, where to look for them.
std::string block_refusal(const Kernel& kernel, const BlockShape& shape, const BlockLimits& limits,
                          std::span<const BlockLimits> others);

} // namespace nopal
