#pragma once
// The fibers of a block: they go through the blocks of a launch together. All of one OS thread, so that nothing here
// is atomic: another fiber runs only where this one yields.

#include <nopal/host_backend.hpp>

namespace nopal::fibers {

class Block final : public BlockBarrier {
public:
  /// Before the fibers of a launch start.
  void start(const HostBlocks& blocks);
  /// All blocks of the launch, as thread `number` of each; called by as many fibers as a block has threads. Stops after
  /// the first block that fails.
  void run(const HostBlocks& blocks, long number) noexcept;
  /// After they have returned: throws what the first block that failed threw.
  void finish() { failure_.raise(); }

  void wait() override;

private:
  void end(const HostBlocks& blocks, long block);

  long n_ = 1;
  long arrived_ = 0; ///< at the barrier, since it last opened
  long ended_ = 0;   ///< fibers that are through with the current block
  unsigned long phase_ = 0;
  unsigned long turn_ = 0; ///< of blocks
  bool abandoned_ = false;
  bool stopped_ = false;
  std::byte* shared_ = nullptr;
  BlockMemory memory_;
  FirstFailure failure_;
};

} // namespace nopal::fibers
