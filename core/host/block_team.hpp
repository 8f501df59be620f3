#pragma once
// A team of operating system threads. Together they compute one block of a launch after the other.

#include "core/base/part_range.hpp"
#include "core/host/block_failure.hpp"
#include "core/host/block_memory.hpp"

#include <atomic>

namespace nopal {

class BlockTeam final : public BlockBarrier {
public:
  /// Keeps the exceptions of its blocks in `failure`, which several teams may share.
  explicit BlockTeam(FirstFailure& failure) : failure_(failure) {}

  /// Call this before the threads of a launch start. Throws std::bad_alloc.
  void start(const HostBlocks& blocks);
  /// Computes thread `number` of the blocks in `range`. As many threads as a block has must call this at the same time,
  /// each with its own number. Stops after a block when there is a failure.
  void run(const HostBlocks& blocks, const PartRange& range, long number) noexcept;

  /// The barrier of the current block. A waiting thread yields a few times, then sleeps.
  void wait() override;

private:
  void leave();
  void end(const HostBlocks& blocks, long block);
  void abandon();

  // Lower half: threads that arrived at the barrier since it last opened. Upper half: threads that have left the block.
  // Both are in one word: a thread that leaves knows whether another one waits, and a thread that waits knows whether
  // another one has left.
  std::atomic<unsigned> counts_{0};
  std::atomic<unsigned> phase_{0}; ///< number of openings of the barrier in this block, or `abandoned`
  std::atomic<unsigned> ended_{0}; ///< threads that do not use the block any more
  std::atomic<unsigned> block_{0}; ///< changes when the next block begins
  unsigned n_ = 1;
  bool stopped_ = false;
  std::byte* shared_ = nullptr;
  BlockMemory memory_;
  FirstFailure& failure_;
};

} // namespace nopal
