#include "core/base/assert.hpp"
#include "core/base/points_text.hpp"
#include "core/stencils/vertical_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

/// Returns whether a thorn declares the splitter. Then its position can be changed.
bool is_declared(const VerticalAxis& axis, int splitter) { return splitter != 0 && splitter != axis.top(); }

/// Adds an error if there are fewer points between two splitters than the interval needs.
void need_points(const VerticalAxis& axis, const VerticalInterval& interval, int below, int above, long needed,
                 std::span<const long> positions, ErrorList& errors) {
  const long found = positions[above] - positions[below];
  if (found >= needed) return;
  std::vector<std::string> movable;
  for (const int splitter : {below, above})
    if (is_declared(axis, splitter)) movable.push_back("\"" + axis.splitters()[splitter] + "\"");
  errors.add(fmt::format("\"{}\" needs at least {} between \"{}\" and \"{}\", and there {} {}: {}", axis.text(interval),
                         points_text(needed), axis.splitters()[below], axis.splitters()[above],
                         found == 1 ? "is" : "are", found,
                         movable.empty() ? "let the grid have more points along k"
                                         : fmt::format("move the splitter {}", fmt::join(movable, " or "))));
}

} // namespace

ErrorList check_positions(const VerticalAxis& axis, std::span<const long> positions) {
  NOPAL_ASSERT(positions.size() == axis.splitters().size() && positions.front() <= positions.back());
  ErrorList errors;
  for (int below = 0; below < axis.top(); ++below) {
    const int above = below + 1;
    if (positions[below] <= positions[above]) continue;
    const long lower = positions[below] - positions[0], upper = positions[above] - positions[0];
    std::vector<std::string> advice;
    if (is_declared(axis, below))
      advice.push_back(fmt::format("at most {} below \"{}\"", points_text(upper), axis.splitters()[below]));
    if (is_declared(axis, above))
      advice.push_back(fmt::format("at least {} below \"{}\"", points_text(lower), axis.splitters()[above]));
    errors.add(
        fmt::format("the splitter \"{}\" must not lie above the splitter \"{}\", but there {} {} below \"{}\" and "
                    "{} below \"{}\": let there be {}",
                    axis.splitters()[below], axis.splitters()[above], lower == 1 ? "is" : "are", points_text(lower),
                    axis.splitters()[below], upper, axis.splitters()[above], fmt::join(advice, ", or ")));
  }
  return errors;
}

ErrorList check_room(const VerticalAxis& axis, std::span<const VerticalInterval> intervals,
                     std::span<const long> positions) {
  NOPAL_ASSERT(positions.size() == axis.splitters().size());
  NOPAL_ASSERT(std::is_sorted(positions.begin(), positions.end()));
  ErrorList errors;
  // If all splitters lay before the same point, upper - lower would be minus the number of points that the interval
  // needs between its two splitters.
  const std::vector<long> together(positions.size(), 0);
  for (const VerticalInterval& interval : intervals) {
    const auto [first, last] = interval;
    const VerticalRange range = range_of(interval, together);
    need_points(axis, interval, first.splitter, last.splitter, range.lower - range.upper, positions, errors);
    if (first.offset < 0) need_points(axis, interval, 0, first.splitter, -first.offset, positions, errors);
    if (last.offset > 0) need_points(axis, interval, last.splitter, axis.top(), last.offset, positions, errors);
  }
  return errors;
}

} // namespace nopal
