#include "core/tiles/skewed_tiles.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <limits>

namespace nopal {

namespace {

constexpr long endless = std::numeric_limits<long>::max() / 4;

} // namespace

SkewedTiles::SkewedTiles(const std::vector<std::vector<Box>>& boxes, std::array<std::vector<long>, 3> skews,
                         const Index& shape)
    : skews_(std::move(skews)), shape_(shape) {
  for (int axis = 0; axis < 3; ++axis) {
    NOPAL_ASSERT(shape[axis] >= 0);
    if (shape[axis] == 0) continue;
    NOPAL_ASSERT(skews_[axis].size() == boxes.size());
    long lower = endless, upper = -endless;
    for (std::size_t s = 0; s < boxes.size(); ++s)
      for (const Box& box : boxes[s]) {
        lower = std::min(lower, box.lower[axis] - skews_[axis][s]);
        upper = std::max(upper, box.upper[axis] - skews_[axis][s]);
      }
    if (lower >= upper) continue;
    first_[axis] = lower;
    n_[axis] = (upper - lower + shape[axis] - 1) / shape[axis];
  }
}

std::pair<long, long> SkewedTiles::along(long tile, int axis) const {
  if (shape_[axis] == 0) return {-endless, endless};
  for (int faster = 0; faster < axis; ++faster) tile /= n_[faster];
  const long number = tile % n_[axis];
  const long lower = first_[axis] + number * shape_[axis];
  return {number == 0 ? -endless : lower, number == n_[axis] - 1 ? endless : lower + shape_[axis]};
}

Box SkewedTiles::reach(long tile, int stage) const {
  Box points{{-endless, -endless, -endless}, {endless, endless, endless}};
  for (int axis = 0; axis < 3; ++axis) {
    if (shape_[axis] == 0) continue;
    const auto [lower, upper] = along(tile, axis);
    points.lower[axis] = lower + skews_[axis][static_cast<std::size_t>(stage)];
    points.upper[axis] = upper + skews_[axis][static_cast<std::size_t>(stage)];
  }
  return points;
}

std::array<std::vector<long>, 3> skews_of(const StageChain& chain, const Index& shape) {
  const std::vector<std::optional<Extent>> all_run(chain.stages.size(), Extent{});
  std::array<std::vector<long>, 3> skews;
  for (int axis = 0; axis < 3; ++axis)
    if (shape[axis] > 0) skews[axis] = find_skews(chain, all_run, axis).stages;
  return skews;
}

std::vector<std::optional<TileWindow>> windows_of_arrays(const StageChain& chain, const std::vector<long>& skews,
                                                         int axis) {
  std::vector<std::optional<TileWindow>> windows(chain.variables.size());
  const auto add = [&](int array, long behind, long ahead) {
    std::optional<TileWindow>& window = windows[static_cast<std::size_t>(array)];
    window = window ? TileWindow{std::min(window->behind, behind), std::max(window->ahead, ahead)}
                    : TileWindow{behind, ahead};
  };
  for (std::size_t s = 0; s < chain.stages.size(); ++s) {
    for (const int array : chain.stages[s].writes) add(array, skews[s], skews[s]);
    for (const StageRead& read : chain.stages[s].reads)
      add(read.variable, skews[s] + read.extent.lower[axis], skews[s] + read.extent.upper[axis]);
  }
  return windows;
}

} // namespace nopal
