#include "core/tiles/epoch_tiles.hpp"

#include "core/tiles/skewed_tiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nopal {

namespace {

/// What a row and a launch cost in addition, in points.
constexpr double epoch_row_cost = 8, epoch_launch_cost = 100;
/// Bytes from memory that take as long as the computation of a point.
constexpr double bytes_a_point = 8;
/// How much longer a point takes for each doubling of the windows beyond the cache: a little in the next cache, more if
/// they are larger than that, which is taken to have 16 times the size.
constexpr double near_miss = 0.1, far_miss = 0.5;
constexpr double near_doublings = 4, far_doublings = 4;

struct EpochModel {
  const StageChain& chain;
  const EpochTileDemand& demand;
  /// Along each axis: the points of each array that a tile uses beside its own number of points.
  std::array<std::vector<double>, 3> widths;
  std::vector<char> used; ///< by array

  EpochModel(const StageChain& of, const EpochTileDemand& wanted) : chain(of), demand(wanted) {
    const std::array<std::vector<long>, 3> skews = skews_of(chain, {1, 1, 1});
    for (int axis = 0; axis < 3; ++axis)
      for (const auto& window : windows_of_arrays(chain, skews[axis], axis))
        widths[axis].push_back(window ? static_cast<double>(window->ahead - window->behind) : -1);
    for (const double width : widths[0]) used.push_back(width >= 0 ? 1 : 0);
  }

  long extent(int axis) const { return demand.owned.extent(axis); }
  bool is_cut(const Index& shape, int axis) const { return shape[axis] > 0 && shape[axis] < extent(axis); }
  double points_along(const Index& shape, int axis) const {
    return static_cast<double>(is_cut(shape, axis) ? shape[axis] : extent(axis));
  }
  /// The bytes of the windows of all arrays.
  double bytes(const Index& shape) const {
    double sum = 0;
    for (std::size_t array = 0; array < used.size(); ++array) {
      if (used[array] == 0) continue;
      double points = 1;
      for (int axis = 0; axis < 3; ++axis)
        points *= is_cut(shape, axis)
                      ? std::min(points_along(shape, axis) + widths[axis][array], static_cast<double>(extent(axis)))
                      : points_along(shape, axis);
      sum += 8 * points;
    }
    return sum;
  }
  double cost(const Index& shape) const;
};

double EpochModel::cost(const Index& shape) const {
  double points = 1, rows = 1, tiles = 1;
  std::vector<double> n; // tiles along the axes that are cut, the fastest first
  double kept = 1;       // the part of the windows that comes from memory: the rest was used by the tile before
  for (int axis = 0; axis < 3; ++axis) {
    points *= points_along(shape, axis);
    if (axis > 0) rows *= points_along(shape, axis);
    if (!is_cut(shape, axis)) continue;
    const double width = *std::ranges::max_element(widths[axis]);
    if (n.empty()) kept = points_along(shape, axis) / (points_along(shape, axis) + width);
    n.push_back(std::ceil((static_cast<double>(extent(axis)) + width) / points_along(shape, axis)));
    tiles *= n.back();
  }
  const auto stages = static_cast<double>(chain.stages.size());
  const double window = bytes(shape), cache = static_cast<double>(std::max<std::size_t>(demand.cache_bytes, 1));
  const double doublings = std::log2(2 * window / cache);
  const double misses = std::clamp(doublings, 0.0, near_doublings) * near_miss +
                        std::clamp(doublings - near_doublings, 0.0, far_doublings) * far_miss;
  const double compute = stages * ((points + rows * epoch_row_cost) * (1 + misses) + epoch_launch_cost);
  const double memory = 2 * window * kept / bytes_a_point;
  // All threads compute the points of the only tile together.
  const double threads = std::max(1, demand.threads);
  if (n.empty()) return (compute / threads + memory) / stages;
  // Otherwise they compute rows of tiles side by side, each a tile behind the one before.
  const double length = n.front();
  const double lines = tiles / length;
  const double rounds = std::ceil(lines / threads) * length + std::min(threads, lines) - 1;
  return rounds * (compute + memory) / stages;
}

/// Lengths of a tile along an axis: powers of two and the whole axis, which is 0.
std::vector<long> lengths(const EpochTileDemand& demand, int axis) {
  if (demand.shape[axis] > 0) return {demand.shape[axis] < demand.owned.extent(axis) ? demand.shape[axis] : 0};
  std::vector<long> result{0};
  if (axis < demand.dimension)
    for (long length = axis == 0 ? 64 : 4; length < demand.owned.extent(axis); length *= 2) result.push_back(length);
  return result;
}

} // namespace

std::vector<EpochTile> choose_epoch_tiles(const StageChain& chain, const EpochTileDemand& demand) {
  const EpochModel model(chain, demand);
  std::vector<EpochTile> found;
  for (const long k : lengths(demand, 2))
    for (const long j : lengths(demand, 1))
      for (const long i : lengths(demand, 0)) {
        EpochTile& tile = found.emplace_back();
        tile.shape = {i, j, k};
        tile.bytes = static_cast<std::size_t>(model.bytes(tile.shape));
        tile.cost = model.cost(tile.shape);
        Index points = tile.shape;
        for (int axis = 0; axis < 3; ++axis)
          if (points[axis] == 0) points[axis] = demand.owned.extent(axis);
        tile.text = tile.shape == Index{0, 0, 0}
                        ? "the whole part of a process as one tile"
                        : fmt::format("tiles of {} points", extents_text(points, demand.dimension));
      }
  std::ranges::stable_sort(found, {}, &EpochTile::cost);
  std::vector<EpochTile> best{found.front()};
  const auto points = [&](const EpochTile& tile) {
    double product = 1;
    for (int axis = 0; axis < 3; ++axis) product *= model.points_along(tile.shape, axis);
    return product;
  };
  for (const bool larger : {false, true}) {
    const auto other = std::ranges::find_if(found, [&](const EpochTile& tile) {
      return larger ? points(tile) >= 2 * points(found.front()) : 2 * points(tile) <= points(found.front());
    });
    if (other != found.end()) best.push_back(*other);
  }
  const auto whole = std::ranges::find(found, Index{0, 0, 0}, &EpochTile::shape);
  const auto is_whole = [](const EpochTile& tile) { return tile.shape == Index{0, 0, 0}; };
  if (whole != found.end() && std::ranges::none_of(best, is_whole)) best.push_back(*whole);
  return best;
}

} // namespace nopal
