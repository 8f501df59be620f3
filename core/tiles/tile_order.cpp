#include "core/tiles/tile_order.hpp"

#include "core/base/assert.hpp"
#include "core/base/part_range.hpp"

#include <algorithm>

namespace nopal {

TileOrder::TileOrder(const Box& box, const Index& shape, int axis) : box_(box), shape_(shape), axis_(axis) {
  NOPAL_ASSERT(axis >= no_axis && axis < 3);
  faster_ = {0, 1, 2};
  if (axis >= 0) std::rotate(faster_.begin(), faster_.begin() + axis, faster_.begin() + axis + 1);
  for (int a = 0; a < 3; ++a) {
    NOPAL_ASSERT(shape[a] >= 1);
    if (!box.empty()) n_[a] = (box.extent(a) + shape[a] - 1) / shape[a];
  }
}

long TileOrder::first_of(long part, long n_parts) const { return first_of_share(part, n_parts, n_tiles()); }

Tile TileOrder::tile(long number, long first, long end) const {
  Tile tile;
  long rest = number;
  for (const int a : faster_) {
    const long at = rest % n_[a];
    rest /= n_[a];
    tile.box.lower[a] = box_.lower[a] + at * shape_[a];
    tile.box.upper[a] = std::min(tile.box.lower[a] + shape_[a], box_.upper[a]);
  }
  tile.run = tile.box;
  if (axis_ == no_axis) return tile;
  const long row = number - number % n_[axis_]; // number of the first tile of the row
  const long run_first = std::max(first, row), run_end = std::min(end, row + n_[axis_]);
  tile.run.lower[axis_] = box_.lower[axis_] + (run_first - row) * shape_[axis_];
  tile.run.upper[axis_] = std::min(box_.lower[axis_] + (run_end - row) * shape_[axis_], box_.upper[axis_]);
  tile.first = number == run_first;
  tile.last = number == run_end - 1;
  return tile;
}

Box points_of(const TiledStage& stage, const Tile& tile, int axis) {
  Box points = tile.box;
  for (int a = 0; a < 3; ++a) {
    const long lower = tile.run.lower[a] + stage.computed.lower[a], upper = tile.run.upper[a] + stage.computed.upper[a];
    if (a != axis) {
      points.lower[a] = lower;
      points.upper[a] = upper;
      continue;
    }
    // A tile that lies far from the ends of the run may be cut by them, if the stage runs far ahead.
    points.lower[a] = tile.first ? lower : std::min(tile.box.lower[a] + stage.skew, upper);
    points.upper[a] = tile.last ? upper : std::clamp(tile.box.upper[a] + stage.skew, points.lower[a], upper);
  }
  return points;
}

} // namespace nopal
