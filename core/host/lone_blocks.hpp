#pragma once
// Blocks with one thread each: the members of a backend share them.

#include "core/host/block_memory.hpp"
#include "core/host/host_backend.hpp"

#include <vector>

namespace nopal {

class LoneBlocks {
public:
  explicit LoneBlocks(int members) : memories_(static_cast<std::size_t>(members)) {}

  /// Returns a function for HostBackend::share that computes the launch's blocks. `blocks` must outlive it.
  PartsFunction parts(const HostBlocks& blocks) {
    return [this, &blocks](int member, long first, long last) {
      Barrier barrier;
      std::byte* const shared = memories_[static_cast<std::size_t>(member)].memory.of(blocks.shared_bytes);
      const BlockThread thread{{0, 0, 0}, shared, &barrier};
      for (long block = first; block < last; ++block) blocks.run(block, thread);
    };
  }

private:
  /// The barrier of a block with one thread: it never waits.
  class Barrier final : public BlockBarrier {
  public:
    void wait() override {}
  };
  /// The memory of one member. Each is on its own cache line.
  struct alignas(64) Own {
    BlockMemory memory;
  };
  std::vector<Own> memories_;
};

} // namespace nopal
