#pragma once
// Whether the text of a kernel shows where it reads a field.

#include "core/kernels/launch.hpp"

#include <algorithm>
#include <span>

namespace nopal {

/// Whether the text computes an index of a read of the kernel's field `f` (its argument of this number). If data decide
/// it, dummy values may not show how far the kernel reads.
inline bool computes_index(const Kernel& kernel, std::size_t f) {
  const std::span accesses(kernel.accesses, static_cast<std::size_t>(kernel.n_accesses));
  return std::ranges::any_of(accesses, [&](const KernelAccess& access) {
    return static_cast<std::size_t>(access.field) == f && access.reads && !access.is_known;
  });
}

} // namespace nopal
