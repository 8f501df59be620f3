#pragma once
// Whether a block kernel fits a backend, and which others would do.

#include "core/kernels/block_shape.hpp"

#include <span>
#include <string>

namespace nopal {

/// A backend that a kernel may run on.
struct BlockPlace {
  std::string backend; ///< and how to choose it: "fibers (accelerator.host)"
  BlockLimits limits;
};

/// "1024 threads a block (at most 1024 x 1024 x 64), 48 KiB of shared memory".
std::string limits_text(const BlockLimits& limits);

bool fits(const Kernel& kernel, const BlockShape& shape, const BlockLimits& limits);

/// For a kernel that does not fit: a sentence that says what it asks for, the limit, and which of `others` would do;
/// with no others, where to look for them.
std::string block_refusal(const Kernel& kernel, const BlockShape& shape, const BlockPlace& place,
                          std::span<const BlockPlace> others);

} // namespace nopal
