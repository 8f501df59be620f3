#pragma once
// The order of tiles: how a box is cut into tiles, which tiles a thread computes, and which points of each stage belong
// to a tile.

#include "core/grid/box.hpp"
#include "core/stencils/extent.hpp"

namespace nopal {

/// A tile of the points that are computed without extension.
struct Tile {
  Box box;
  Box run;           ///< the points of all tiles of its run. A run is one thread's part of a row of tiles
  bool first = true; ///< the first tile of its run
  bool last = true;  ///< the last one
};

/// A stage as tiles see it.
struct TiledStage {
  Extent computed; ///< the extent on which it computes
  long skew = 0;   ///< along the axis of the runs (skew.hpp)
};

/// The tiles of a box. Tiles that follow each other along the axis of the runs have neighbouring numbers.
class TileOrder {
public:
  static constexpr int no_axis = -1; ///< no tile uses results of another one: each tile is a run of its own

  /// `shape`: points of a tile along each axis, at least 1. Tiles at the upper ends of the box may be smaller.
  TileOrder(const Box& box, const Index& shape, int axis);

  int axis() const { return axis_; }
  /// Returns the number of tiles. It is 0 for an empty box.
  long n_tiles() const { return n_[0] * n_[1] * n_[2]; }
  /// Returns the first tile of a part, if all tiles are cut into n_parts equal parts. Part p has the tiles first_of(p)
  /// to first_of(p + 1) - 1.
  long first_of(long part, long n_parts) const;
  /// Returns tile `number` for a thread that computes the tiles `first` to `end` - 1 in ascending order.
  Tile tile(long number, long first, long end) const;

private:
  Box box_;
  Index shape_;
  int axis_;
  std::array<int, 3> faster_; ///< axes of the tiles, the fastest one first
  Index n_{0, 0, 0};          ///< tiles along each axis
};

/// Returns the points that a stage computes in a tile. In all tiles of a run together, the stage computes each point of
/// the run, extended by its extent, once. The box may be empty.
Box points_of(const TiledStage& stage, const Tile& tile, int axis);

} // namespace nopal
