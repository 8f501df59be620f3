#pragma once
// Runs blocks that have one thread each, one block after the other.

#include "core/host/block_memory.hpp"
#include "core/host/blocks.hpp"

namespace nopal {

/// The barrier of a block with one thread: it never waits.
class LoneBarrier final : public BlockBarrier {
public:
  void wait() override {}
};

/// Runs blocks [first, last). Ends early if one throws, or if stop(), which is called before each block, returns true.
template <class Stop>
void run_lone_threads(const HostBlocks& blocks, long first, long last, BlockMemory& memory, const Stop& stop) {
  LoneBarrier barrier;
  const BlockThread thread{{0, 0, 0}, memory.of(blocks.shared_bytes), &barrier};
  for (long block = first; block < last && !stop(); ++block) blocks.run(block, thread);
}

} // namespace nopal
