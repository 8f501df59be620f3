#pragma once
// Blocks of one thread each, one after the other.

#include "core/host/block_memory.hpp"
#include "core/host/blocks.hpp"

namespace nopal {

/// A block's only thread waits for nobody.
class LoneBarrier final : public BlockBarrier {
public:
  void wait() override {}
};

/// Runs blocks [first, last) until one throws or stop(), asked before each, is true.
template <class Stop>
void run_lone_threads(const HostBlocks& blocks, long first, long last, BlockMemory& memory, const Stop& stop) {
  LoneBarrier barrier;
  const BlockThread thread{{0, 0, 0}, memory.of(blocks.shared_bytes), &barrier};
  for (long block = first; block < last && !stop(); ++block) blocks.run(block, thread);
}

} // namespace nopal
