#include "core/tiles/skew.hpp"

#include <algorithm>

namespace nopal {

namespace {

bool writes(const Stage& stage, int variable) {
  return std::find(stage.writes.begin(), stage.writes.end(), variable) != stage.writes.end();
}

/// Returns the least skew of stage `s` with regard to a later stage that has the skew `later_skew`. 0: there is no
/// rule.
long least_skew(const Stage& s, const Stage& later, long later_skew, int axis) {
  long least = 0;
  for (const StageRead& read : later.reads)
    if (writes(s, read.variable)) least = std::max(least, later_skew + read.extent.upper[axis]);
  for (const StageRead& read : s.reads)
    if (writes(later, read.variable)) least = std::max(least, later_skew - read.extent.lower[axis]);
  for (const int variable : s.writes)
    if (writes(later, variable)) least = std::max(least, later_skew);
  return least;
}

void add(std::optional<TileWindow>& window, long behind, long ahead) {
  if (!window)
    window = {behind, ahead};
  else
    window = {std::min(window->behind, behind), std::max(window->ahead, ahead)};
}

} // namespace

Skews find_skews(const StageChain& chain, const std::vector<std::optional<Extent>>& computed, int axis) {
  const int n = static_cast<int>(chain.stages.size());
  Skews found;
  found.stages.assign(chain.stages.size(), 0);
  found.windows.resize(chain.variables.size());
  for (int s = n - 1; s >= 0; --s)
    for (int later = s + 1; later < n; ++later)
      if (computed[s] && computed[later])
        found.stages[s] =
            std::max(found.stages[s], least_skew(chain.stages[s], chain.stages[later], found.stages[later], axis));
  for (int s = 0; s < n; ++s)
    if (computed[s])
      for (const int variable : chain.stages[s].writes) add(found.windows[variable], found.stages[s], found.stages[s]);
  // What a reader needs behind the tile's lower end must still be there.
  for (int s = 0; s < n; ++s)
    for (const StageRead& read : chain.stages[s].reads)
      if (computed[s] && found.windows[read.variable])
        add(found.windows[read.variable], found.stages[s] + read.extent.lower[axis],
            found.windows[read.variable]->ahead);
  return found;
}

} // namespace nopal
