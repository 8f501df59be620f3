#include "core/stencils/skew.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// How the points of stages follow each other.
struct Order {
  int axis = 0;
  bool rows_in_step = false;

  /// Returns how much further a stage is ahead because the read has other i.
  long beyond(const StageRead& read) const {
    return rows_in_step && (read.extent.lower[0] != 0 || read.extent.upper[0] != 0) ? 1 : 0;
  }
};

/// Returns the least skew of stage `s` with regard to a later stage that has the skew `later_skew`. 0: there is no
/// rule.
long least_skew(const Stage& s, const Stage& later, long later_skew, const Order& order) {
  const int axis = order.axis;
  long least = 0;
  for (const StageRead& read : later.reads)
    if (s.writes_variable(read.variable))
      least = std::max(least, later_skew + read.extent.upper[axis] + order.beyond(read));
  for (const StageRead& read : s.reads)
    if (later.writes_variable(read.variable))
      least = std::max(least, later_skew - read.extent.lower[axis] + order.beyond(read));
  for (const int variable : s.writes)
    if (later.writes_variable(variable)) least = std::max(least, later_skew);
  return least;
}

void add(std::optional<TileWindow>& window, long behind, long ahead) {
  if (!window)
    window = {behind, ahead};
  else
    window = {std::min(window->behind, behind), std::max(window->ahead, ahead)};
}

constexpr Order in_step{1, true};

/// Rows in step lie in one plane.
bool reads_other_planes(const StageChain& chain, const Stage& stage) {
  return std::any_of(stage.reads.begin(), stage.reads.end(), [&](const StageRead& read) {
    return (read.extent.lower[2] != 0 || read.extent.upper[2] != 0) &&
           std::any_of(chain.stages.begin(), chain.stages.end(),
                       [&](const Stage& other) { return other.writes_variable(read.variable); });
  });
}

using Windows = std::vector<std::optional<TileWindow>>;

Windows windows_of(const StageChain& chain, const std::vector<std::optional<Extent>>& computed,
                   std::span<const long> skews, int axis) {
  Windows windows(chain.variables.size());
  for (std::size_t s = 0; s < skews.size(); ++s)
    if (computed[s])
      for (const int variable : chain.stages[s].writes) add(windows[variable], skews[s], skews[s]);
  // What a reader needs behind the tile's lower end must still be there.
  for (std::size_t s = 0; s < skews.size(); ++s)
    for (const StageRead& read : chain.stages[s].reads)
      if (computed[s] && windows[read.variable])
        add(windows[read.variable], skews[s] + read.extent.lower[axis], windows[read.variable]->ahead);
  return windows;
}

Skews skews_in(const Order& order, const StageChain& chain, const std::vector<std::optional<Extent>>& computed) {
  const int n = static_cast<int>(chain.stages.size());
  Skews found;
  found.stages.assign(chain.stages.size(), 0);
  for (int s = n - 1; s >= 0; --s)
    for (int later = s + 1; later < n; ++later)
      if (computed[s] && computed[later])
        found.stages[s] =
            std::max(found.stages[s], least_skew(chain.stages[s], chain.stages[later], found.stages[later], order));
  found.windows = windows_of(chain, computed, found.stages, order.axis);
  return found;
}

} // namespace

Skews find_skews(const StageChain& chain, const std::vector<std::optional<Extent>>& computed, int axis) {
  return skews_in({axis}, chain, computed);
}

Skews find_row_skews(const StageChain& chain) {
  return skews_in(in_step, chain, std::vector<std::optional<Extent>>(chain.stages.size(), Extent{}));
}

std::optional<Windows> row_windows(const StageChain& chain, const std::vector<std::optional<Extent>>& computed,
                                   std::span<const long> skews) {
  for (std::size_t s = 0; s < skews.size(); ++s) {
    if (!computed[s] || reads_other_planes(chain, chain.stages[s])) return std::nullopt;
    for (std::size_t later = s + 1; later < skews.size(); ++later)
      if (skews[s] < least_skew(chain.stages[s], chain.stages[later], skews[later], in_step)) return std::nullopt;
  }
  return windows_of(chain, computed, skews, in_step.axis);
}

} // namespace nopal
