#pragma once
// Skews: how far each stage runs ahead of the tiles that follow each other along one axis.
//
// A run is a row of tiles that one thread computes, one after the other in ascending order along an axis. In a tile
// with the points lower <= x < upper along this axis, a stage with skew u computes the points lower + u <= x < upper +
// u. So the stage computes each point of the run once, although later stages read its results around their points. At
// the two ends of the run, a stage computes what is missing of its extent. The stages of a tile run in their order.
//
// Skews are as small as these rules allow, for a stage s and a later stage r:
// - If s writes what r reads on the extent <x:y>, then s is at least y points ahead of r.
// - If s reads what r writes, then s has read a point before r writes it: s is at least -x points ahead of r.
// - If both write the same variable, then s is not behind r.
//
// Rows in step: all stages compute one row each, in one loop along i. Then a stage may use of a row that another stage
// computes in the same loop only the point with the same i, and the first two rules ask for one point more:
// - If s writes what r reads on <x:y>, and r reads other i, too, then s is at least y + 1 points ahead of r.
// - If s reads what r writes, and s reads other i, too, then s is at least -x + 1 points ahead of r.

#include "core/stencils/propagation.hpp"

#include <optional>
#include <span>
#include <vector>

namespace nopal {

/// The points of a variable along the axis that a tile with the points lower <= x < upper needs: those from
/// lower + `behind` to upper + `ahead` - 1. Those below lower + `ahead` come from the tiles before it.
struct TileWindow {
  long behind = 0;
  long ahead = 0;

  bool operator==(const TileWindow&) const = default;
};

/// Skews and windows along one axis.
struct Skews {
  std::vector<long> stages;                       ///< the skew of each stage; 0 for a stage that does not run
  std::vector<std::optional<TileWindow>> windows; ///< of each variable that a stage writes
};

/// Returns the skews of a chain that has no bad dependencies (core/stencils/dependencies.hpp). `computed`: the extent
/// on which each stage computes. A stage without one does not run.
Skews find_skews(const StageChain& chain, const std::vector<std::optional<Extent>>& computed, int axis);

/// The same along j for stages that compute rows in step. All stages run.
Skews find_row_skews(const StageChain& chain);

/// Returns the windows of stages that compute rows in step with the given skews. nullopt: the skews are too small, a
/// stage does not run, or a stage reads other k of a variable that a stage writes.
std::optional<std::vector<std::optional<TileWindow>>>
row_windows(const StageChain& chain, const std::vector<std::optional<Extent>>& computed, std::span<const long> skews);

} // namespace nopal
