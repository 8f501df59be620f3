#pragma once
// The numbers of a block kernel's launch.

#include "core/grid/layout.hpp"
#include "core/kernels/launch.hpp"

#include <span>
#include <vector>

namespace nopal {

/// The shared array without extent lies behind the others, aligned for every type.
constexpr std::size_t dynamic_offset(std::size_t static_bytes) { return (static_bytes + 15) / 16 * 16; }

/// What one launch asks of a backend.
struct BlockShape {
  Index threads{1, 1, 1};        ///< of a block, along i, j, k
  std::size_t dynamic_bytes = 0; ///< of the shared array without extent

  long n_threads() const { return threads[0] * threads[1] * threads[2]; }
  /// Of a block, all its shared arrays together.
  std::size_t shared_bytes(const KernelBlocks& blocks) const {
    return dynamic_bytes == 0 ? blocks.shared_bytes : dynamic_offset(blocks.shared_bytes) + dynamic_bytes;
  }
};

/// Blocks along each axis that cover a box; none where it is empty.
Index blocks_over(const Box& box, const Index& threads);

/// Runs a block kernel on launch.backend. Throws what threads throw.
void run_blocks(const Kernel& kernel, HostBlockKernel version, const HostLaunch& launch, const BlockShape& shape);

} // namespace nopal
