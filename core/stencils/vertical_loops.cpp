#include "core/stencils/vertical_loops.hpp"

#include "core/base/assert.hpp"

#include <algorithm>
#include <functional>

namespace nopal {

namespace {

/// Overlays the ranges of all intervals and cuts at their ends. `range_of_interval` returns the numbers that an
/// interval has: indices of vertical levels, or points.
std::vector<LoopRange> overlay(std::span<const StageIntervals> stages, VerticalOrder order,
                               const std::function<VerticalRange(const VerticalInterval&)>& range_of_interval) {
  struct Called {
    VerticalRange range;
    StageCall call;
  };
  std::vector<Called> all;
  std::vector<long> cuts;
  for (int stage = 0; stage < static_cast<int>(stages.size()); ++stage)
    for (int interval = 0; interval < static_cast<int>(stages[stage].size()); ++interval) {
      const VerticalRange range = range_of_interval(stages[stage][interval]);
      NOPAL_ASSERT(range.lower <= range.upper);
      // A range without points must not cut the ranges of others.
      if (range.lower == range.upper) continue;
      all.push_back({range, {stage, interval}});
      cuts.push_back(range.lower);
      cuts.push_back(range.upper);
    }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());

  std::vector<LoopRange> result;
  for (size_t cut = 1; cut < cuts.size(); ++cut) {
    LoopRange part{{cuts[cut - 1], cuts[cut]}, {}};
    for (const auto& [range, call] : all)
      if (range.lower <= part.range.lower && part.range.upper <= range.upper) part.calls.push_back(call);
    if (!part.calls.empty()) result.push_back(std::move(part));
  }
  if (order == VerticalOrder::backward) std::reverse(result.begin(), result.end());
  return result;
}

} // namespace

std::vector<int> intervals_inside(std::span<const VerticalInterval> intervals, const VerticalInterval& searched) {
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(intervals.size()); ++i)
    if (searched.contains(intervals[i])) found.push_back(i);
  std::sort(found.begin(), found.end(), [&](int a, int b) { return intervals[a] < intervals[b]; });
  return found;
}

std::vector<LoopInterval> loop_intervals(const VerticalAxis& axis, std::span<const StageIntervals> stages,
                                         VerticalOrder order) {
  // An interval never ends at the last vertical level of the axis. So the level after its end exists.
  const auto indices = [&](const VerticalInterval& interval) {
    return VerticalRange{axis.index(interval.first), axis.index(interval.last) + 1};
  };
  std::vector<LoopInterval> result;
  for (LoopRange& part : overlay(stages, order, indices)) {
    const int first = static_cast<int>(part.range.lower), last = static_cast<int>(part.range.upper) - 1;
    result.push_back({{axis.vertical_level(first), axis.vertical_level(last)}, std::move(part.calls)});
  }
  return result;
}

std::vector<LoopRange> loop_ranges(std::span<const StageIntervals> stages, std::span<const long> positions,
                                   VerticalOrder order) {
  return overlay(stages, order, [&](const VerticalInterval& interval) { return range_of(interval, positions); });
}

} // namespace nopal
