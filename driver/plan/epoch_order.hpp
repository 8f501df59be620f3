#pragma once
// The order of the work in an epoch, before a run.

#include "core/launch/tiled_epoch.hpp"
#include "driver/plan/epochs_plan.hpp"

namespace nopal {

/// What rank 0 computes in the first epoch of a run.
struct EpochOrder {
  std::int64_t first = 1; ///< the first iteration
  int iterations = 0;
  Index tile{0, 0, 0};                 ///< points of a tile along each axis; 0: the axis is not cut
  Index tiles{1, 1, 1};                ///< their number along each axis
  Box owned;                           ///< the points of the rank
  std::vector<const Routine*> kernels; ///< by TiledEpoch::Turn::call
  std::vector<TiledEpoch::Turn> turns; ///< in the order in which a single thread takes them
};

/// The tiles are those of driver.tile, or the best ones by the model for so many threads. Throws Error if the run has
/// no epoch on the host, or if there are too many boxes to list.
EpochOrder plan_order(const RunDescription& run, const EpochsPlan& plan, int threads);

} // namespace nopal
