#pragma once
// Threads of the operating system that go through the blocks of a launch together, as the threads of each.

#include "core/host/block_failure.hpp"
#include "core/host/block_memory.hpp"

#include <atomic>

namespace nopal {

class BlockTeam final : public BlockBarrier {
public:
  /// Before the threads of a launch start. Throws std::bad_alloc.
  void start(const HostBlocks& blocks);
  /// All blocks of the launch, as thread `number` of each; called by as many threads as a block has, each with its own
  /// number, beside each other. Stops after the first block that fails.
  void run(const HostBlocks& blocks, long number) noexcept;
  /// After they have returned: throws what the first block that failed threw.
  void finish() { failure_.raise(); }

  /// Of the threads of the current block. They yield a few times, then sleep.
  void wait() override;

private:
  void leave();
  void end(const HostBlocks& blocks, long block);
  void abandon();

  // How many threads of the current block arrived at its barrier since it last opened (lower half), and how many have
  // left the block (upper half): one word, so that who leaves knows whether somebody waits, and who waits whether
  // somebody has left.
  std::atomic<unsigned> counts_{0};
  std::atomic<unsigned> phase_{0}; ///< how often the barrier opened in this block; or `abandoned`
  std::atomic<unsigned> ended_{0}; ///< threads that need nothing of the block any more
  std::atomic<unsigned> block_{0}; ///< turns of blocks
  unsigned n_ = 1;
  bool stopped_ = false;
  std::byte* shared_ = nullptr;
  BlockMemory memory_;
  FirstFailure failure_;
};

} // namespace nopal
