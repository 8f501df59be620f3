#pragma once
// Skewed tiles: the order in which the stages of an epoch compute boxes, such that every read finds the values that it
// would find if the stages ran one after the other over all their points.
//
// Along each axis that is cut, a stage with skew u computes in the tile lower <= x < upper the points lower + u <= x <
// upper + u. The skews obey the rules of core/stencils/skew.hpp along each of these axes. So the tile in which a value
// is computed is, along each axis, not behind the tile in which it is used, and the tile that overwrites a value is not
// before one that uses it. Tiles go in ascending order, and in a tile the stages go in theirs.
// No stage computes a point twice.

#include "core/grid/box.hpp"
#include "core/stencils/skew.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace nopal {

class SkewedTiles {
public:
  /// `boxes`: the points of each stage, without common points. `skews`: along each axis, for each stage; an axis that
  /// is not cut may have none. `shape`: points of a tile along each axis; 0: the axis is not cut.
  SkewedTiles(const std::vector<std::vector<Box>>& boxes, std::array<std::vector<long>, 3> skews, const Index& shape);

  long n_tiles() const { return n_[0] * n_[1] * n_[2]; }
  /// Returns the number of tiles along each axis. Tiles are numbered with i fastest.
  const Index& along_axes() const { return n_; }
  /// Returns the point along an axis that is cut at which the first tile would begin if it had the length of others,
  /// for a stage without skew.
  long first(int axis) const { return first_[axis]; }
  /// Returns a box that holds the points of a tile for a stage, and no points of another tile for this stage. So the
  /// stage computes in the tile the common points of this box and its own. Both are numbered from 0. The first and the
  /// last tile have no end.
  Box reach(long tile, int stage) const;
  /// Returns the first point and the last one + 1 of a tile along an axis, for a stage without skew. The first and the
  /// last tile have no end.
  std::pair<long, long> along(long tile, int axis) const;

private:
  std::array<std::vector<long>, 3> skews_;
  Index shape_;
  Index first_{0, 0, 0}; ///< where the first tile begins
  Index n_{1, 1, 1};     ///< tiles along each axis
};

/// Returns the skews of a chain along the axes with a shape other than 0. The chain has no stage that reads, at another
/// point than its own, what it writes.
std::array<std::vector<long>, 3> skews_of(const StageChain& chain, const Index& shape);

/// Returns the points of each array along an axis that a tile with the points lower <= x < upper uses: those from
/// lower + `behind` to upper + `ahead` - 1. Empty: no stage uses the array. As the tiles go on, each point comes into
/// the window once and leaves it once.
std::vector<std::optional<TileWindow>> windows_of_arrays(const StageChain& chain, const std::vector<long>& skews,
                                                         int axis);

} // namespace nopal
