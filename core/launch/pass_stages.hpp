#pragma once
// The stages of an epoch, ready to be launched: which kernel computes which points of which arrays. An epoch runs on
// the host (tiled_epoch.hpp) or streams through a device (streamed_pass.hpp).

#include "core/launch/bound_kernel.hpp"
#include "core/tiles/epoch.hpp"

#include <exception>
#include <functional>
#include <span>
#include <vector>

namespace nopal {

/// A call of an epoch.
struct PassCall {
  BoundKernel* kernel = nullptr;
  /// The points that this process may compute: its own, and ghosts as far as they are stored. Disjoint.
  std::vector<LaunchBox> boxes;
  std::vector<int> variables; ///< of each of BoundKernel::fields(): its index in Epoch::timelevels; -1: an array group
};

/// A call in one iteration.
struct PassStage {
  BoundKernel* kernel = nullptr;
  std::vector<int> arrays;      ///< of each of BoundKernel::fields(): as numbered by array_of(); -1: an array group
  std::vector<LaunchBox> boxes; ///< the points that this process computes
  int call = 0;                 ///< index in Epoch::calls
  int iteration = 1;            ///< of the epoch, from 1
  double time_offset = 0;       ///< EpochCall::time_offset

  /// The clock that its kernel gets. `clocks`: of each iteration of the epoch.
  KernelClock clock(std::span<const KernelClock> clocks) const;
};

/// Returns a call in one iteration, with all boxes of the call. `number`: of the call. `iteration`: 0 is the one before
/// the epoch (array_of()).
PassStage stage_of(const Epoch& epoch, const PassCall& call, int number, int iteration);

/// Returns the stages in the order of unrolled(). Their boxes are the points that belong to the process, and those in
/// its ghost zones that later stages need.
std::vector<PassStage> stages_of(const Epoch& epoch, const std::vector<PassCall>& calls, const EpochPart& part);

/// Returns the boxes of each stage.
std::vector<std::vector<Box>> boxes_of(const std::vector<PassStage>& stages);

/// Puts into `parts` what the boxes of a stage and the box `reach` have in common.
void parts_of(const PassStage& stage, const Box& reach, std::vector<LaunchBox>& parts);

/// What the bounds-checked version of a kernel may take for interior points and for points of its process
/// (KernelGrid::interior and KernelGrid::owned). In an epoch, ghosts are what they are at their owner.
struct PassRegions {
  Box interior;
  Box owned;
};

/// Thrown if a stage fails: says which one.
struct PassFailure {
  int call = 0;      ///< as PassStage::call
  int iteration = 1; ///< as PassStage::iteration
  std::exception_ptr cause;
};

/// Called by a thread before it computes or launches a part of a stage: PassStage::call and PassStage::iteration. With
/// the call -1 the thread has done a tile.
using PassEntered = std::function<void(int call, int iteration)>;

} // namespace nopal
