#pragma once
// The rules of vertical levels and intervals. The texts say what is wrong and what to write. They have no location: the
// caller adds it.

#include "core/base/error.hpp"
#include "core/stencils/vertical.hpp"

namespace nopal {

/// Returns what is wrong with the level's offset (it is 0 or beyond the limit), or an empty text. `found` is the text
/// of the level as its author wrote it.
std::string mistake_in(const VerticalAxis& axis, const VerticalLevel& level, std::string_view found);

/// Returns what is wrong with the offsets of the interval, or with the order of its two levels.
std::vector<std::string> mistakes_in(const VerticalAxis& axis, const VerticalInterval& interval);

/// Returns all errors in the intervals of one stage. The intervals may be given in any order. The rules are:
/// - Offsets are -limit to -1 or 1 to limit, and the first level of an interval is not above its last one.
/// - An interval lies between "bottom" and "top".
/// - It neither begins nor ends at offset -limit or limit: loop intervals need the vertical levels just before and
/// after it.
/// - Two intervals do not overlap, and there is no gap between them.
/// Intervals need not fill the axis: a stage does nothing below its first interval and above its last one.
ErrorList check_intervals(const VerticalAxis& axis, std::span<const VerticalInterval> intervals);

/// Returns an error for each splitter that lies above the next one. Splitter i lies just before the point positions[i].
/// "top" does not lie below "bottom".
ErrorList check_positions(const VerticalAxis& axis, std::span<const long> positions);

/// Returns an error for each interval of a stage that the splitters leave no room for. The error says how many points
/// are needed. The intervals have passed check_intervals(), and the positions have passed check_positions().
///
/// There is room if no interval reaches below "bottom" or above "top", and if the last level of an interval is not more
/// than one point below its first one. Then each point is in one interval at most. If the last level is just one point
/// below the first one, the interval has no points. For example, "bottom+1", "bottom+2 : top-2", "top-1" need 2 points:
/// "bottom+1" has k = 0, "top-1" has k = 1, and the interval between them goes from k = 1 to k = 0. With 1 point,
/// "bottom+1" and "top-1" would both have k = 0: that is an error.
ErrorList check_room(const VerticalAxis& axis, std::span<const VerticalInterval> intervals,
                     std::span<const long> positions);

} // namespace nopal
