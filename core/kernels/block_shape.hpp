#pragma once
// The size of blocks in a launch of a block kernel.

#include "core/grid/layout.hpp"
#include "core/kernels/launch.hpp"

#include <limits>

namespace nopal {

/// Returns where the shared array without extent begins: behind the others, aligned for every type.
constexpr std::size_t dynamic_offset(std::size_t static_bytes) { return (static_bytes + 15) / 16 * 16; }

/// What the blocks of a launch need from a backend.
struct BlockShape {
  Index threads{1, 1, 1};        ///< of a block, along i, j, k
  std::size_t dynamic_bytes = 0; ///< of the shared array without extent

  long n_threads() const { return threads[0] * threads[1] * threads[2]; }
  /// Returns the bytes of all shared arrays of a block.
  std::size_t shared_bytes(const KernelBlocks& blocks) const {
    return dynamic_bytes == 0 ? blocks.shared_bytes : dynamic_offset(blocks.shared_bytes) + dynamic_bytes;
  }
};

/// Returns how many blocks along each axis cover a box: 0 for an empty box.
Index blocks_over(const Box& box, const Index& threads);

/// Runs a block kernel on launch.backend, or its first `most` blocks. Rethrows what a thread throws.
void run_blocks(const Kernel& kernel, HostBlockKernel version, const HostLaunch& launch, const BlockShape& shape,
                long most = std::numeric_limits<long>::max());

} // namespace nopal
