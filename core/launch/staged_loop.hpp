#pragma once
// A loop over a set on a device, block by block.

#include "core/launch/loop_in_way.hpp"
#include "core/launch/staged_plan.hpp"

#include <vector>

namespace nopal {

/// Returns the dats that the loop adds to through maps.
std::vector<StagedDat> staged_dats(const LoopOnDevice& loop);

/// LoopWay::staged. Each block sums in memory that its threads share, and then adds to its targets. Blocks that have a
/// target in common run in different launches.
class StagedLoop final : public LoopInWay {
public:
  /// Announces to the store what the loop needs in this way. Throws Error if no block fits.
  StagedLoop(const LoopOnDevice& loop, const BlockLimits& limits, LoopStore& store);

  void load(Device& device) override;
  /// The blocks mix elements of the core with others, so `core` does nothing, and `rest` executes all elements.
  void launch(Device& device, const LoopNumbers& numbers, LoopPart part) const override;

private:
  const Kernel* kernel_;
  std::vector<Slot> fields_;          ///< of kernel_
  std::vector<std::int32_t> colours_; ///< StagedPlan::colours
  BlockShape shape_;
  int handle_ = -1;
};

} // namespace nopal
