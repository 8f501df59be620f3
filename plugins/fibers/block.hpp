#pragma once
// The fibers of a block. Together they compute one block of a launch after the other. All belong to one OS thread, and
// another fiber runs only when the current one yields, so nothing here is atomic.

#include <nopal/host_backend.hpp>

namespace nopal::fibers {

class Block final : public BlockBarrier {
public:
  /// Call this before the fibers of a launch start.
  void start(const HostBlocks& blocks);
  /// Computes thread `number` of all blocks of the launch. As many fibers as a block has threads must call it. Stops
  /// after the first block that fails.
  void run(const HostBlocks& blocks, long number) noexcept;
  /// Call this after all of them have returned. Throws the exception of the first block that failed.
  void finish() { failure_.raise(); }

  void wait() override;

private:
  void end(const HostBlocks& blocks, long block);

  long n_ = 1;
  long arrived_ = 0; ///< fibers at the barrier since it last opened
  long ended_ = 0;   ///< fibers that have ended the current block
  unsigned long phase_ = 0;
  unsigned long turn_ = 0; ///< number of the current block
  bool abandoned_ = false;
  bool stopped_ = false;
  std::byte* shared_ = nullptr;
  BlockMemory memory_;
  FirstFailure failure_;
};

} // namespace nopal::fibers
