#pragma once
// Loop intervals: the parts of the vertical axis in each of which the same intervals of the stages are run.

#include "core/stencils/vertical.hpp"

namespace nopal {

/// The intervals of one stage. Each has its own kernel. They have passed check_intervals() (vertical_rules.hpp).
using StageIntervals = std::vector<VerticalInterval>;

/// One interval of one stage: the numbers of the stage in its list and of the interval in the stage's list.
struct StageCall {
  int stage = 0;
  int interval = 0;

  bool operator==(const StageCall&) const = default;
};

/// A part of the axis, and what is called at each of its points, in the order of the stages.
struct LoopInterval {
  VerticalInterval interval;
  std::vector<StageCall> calls;

  bool operator==(const LoopInterval&) const = default;
};

/// A loop interval of a run, where the positions of the splitters are known.
struct LoopRange {
  VerticalRange range; ///< never empty
  std::vector<StageCall> calls;

  bool operator==(const LoopRange&) const = default;
};

/// Returns the numbers of the intervals that lie completely inside `searched`, in the order along the axis.
std::vector<int> intervals_inside(std::span<const VerticalInterval> intervals, const VerticalInterval& searched);

/// Returns the loop intervals of stages that are run together: the longest parts of the axis in each of which the calls
/// are the same at every point. Parts without calls are left out. They come in the order along the axis, and for
/// VerticalOrder::backward from the last one to the first.
std::vector<LoopInterval> loop_intervals(const VerticalAxis& axis, std::span<const StageIntervals> stages,
                                         VerticalOrder order);

/// Returns the loop intervals as points, for splitters that lie just before the points positions[i]. Each point is in
/// one range at most, and the calls there are those intervals that contain the point. Ranges are as long as possible.
/// Call this only if there is room for the intervals of each stage (check_room() in vertical_rules.hpp).
///
/// These are the points of loop_intervals() unless splitters lie close together. Then levels of two stages may change
/// their order although each stage has room. For example, let one stage have "bottom+1" and "bottom+2 : top-1", and
/// another one "bottom+1 : cloud-1" and "cloud+1 : top-1", with no point between "bottom" and "cloud". The loop
/// interval "bottom+1" has the first interval of both stages. But its point k = 0 is "cloud+1", too, and the second
/// stage must call its second interval there. So the parts are found from the points of each interval, not from the
/// loop intervals.
std::vector<LoopRange> loop_ranges(std::span<const StageIntervals> stages, std::span<const long> positions,
                                   VerticalOrder order);

} // namespace nopal
