#include "core/stencils/vertical_rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

bool is_outermost(const VerticalAxis& axis, const VerticalLevel& level) {
  return std::abs(level.offset) == axis.limit();
}

/// Returns the vertical level `steps` after this one. It exists.
VerticalLevel moved(const VerticalAxis& axis, const VerticalLevel& level, int steps) {
  return axis.vertical_level(axis.index(level) + steps);
}

std::string end_at(const VerticalAxis& axis, const VerticalInterval& interval, const VerticalLevel& last) {
  return fmt::format("let \"{}\" end at \"{}\"", axis.text(interval), axis.text(last));
}

std::string begin_at(const VerticalAxis& axis, const VerticalInterval& interval, const VerticalLevel& first) {
  return fmt::format("let \"{}\" begin at \"{}\"", axis.text(interval), axis.text(first));
}

/// Adds the errors of the interval's two ends. Both offsets exist.
void check_ends(const VerticalAxis& axis, const VerticalInterval& interval, ErrorList& errors) {
  const auto outermost = [&](const char* verb, const VerticalLevel& level) {
    errors.add(fmt::format("\"{}\" {}s at the outermost offset {}: let it {} at an offset from {} to {}",
                           axis.text(interval), verb, level.offset, verb, 1 - axis.limit(), axis.limit() - 1));
  };
  if (interval.first < axis.whole().first)
    errors.add(fmt::format("\"{}\" begins below the axis: let it begin at \"bottom+1\" or above", axis.text(interval)));
  else if (is_outermost(axis, interval.first))
    outermost("begin", interval.first);
  if (interval.last > axis.whole().last)
    errors.add(fmt::format("\"{}\" ends above the axis: let it end at \"top-1\" or below", axis.text(interval)));
  else if (is_outermost(axis, interval.last) && interval.last != interval.first)
    outermost("end", interval.last);
}

/// Adds an error if two intervals overlap. `a` does not begin after `b`.
void check_overlap(const VerticalAxis& axis, const VerticalInterval& a, const VerticalInterval& b, ErrorList& errors) {
  if (a.last < b.first) return;
  std::vector<std::string> advice;
  if (a.first < b.first)
    if (const VerticalLevel last = moved(axis, b.first, -1); !is_outermost(axis, last))
      advice.push_back(end_at(axis, a, last));
  if (a.last < b.last)
    if (const VerticalLevel first = moved(axis, a.last, 1); !is_outermost(axis, first))
      advice.push_back(begin_at(axis, b, first));
  if (advice.empty()) advice.emplace_back("remove one of them");
  errors.add(fmt::format("\"{}\" and \"{}\" overlap, because both contain \"{}\": {}", axis.text(a), axis.text(b),
                         axis.text({b.first, std::min(a.last, b.last)}), fmt::join(advice, ", or ")));
}

/// Adds an error if there are vertical levels between two intervals. `a` is the lower one.
void check_gap(const VerticalAxis& axis, const VerticalInterval& a, const VerticalInterval& b, ErrorList& errors) {
  if (axis.index(b.first) <= axis.index(a.last) + 1) return;
  const VerticalInterval missing{moved(axis, a.last, 1), moved(axis, b.first, -1)};
  const bool may_begin = !is_outermost(axis, missing.first), may_end = !is_outermost(axis, missing.last);
  std::vector<std::string> advice;
  if (may_end) advice.push_back(end_at(axis, a, missing.last));
  if (may_begin) advice.push_back(begin_at(axis, b, missing.first));
  if (may_begin && may_end) advice.push_back(fmt::format("add an interval for \"{}\"", axis.text(missing)));
  if (advice.empty())
    advice.push_back(
        fmt::format("change both, so that no vertical level lies between them and both ends are at an offset "
                    "from {} to {}",
                    1 - axis.limit(), axis.limit() - 1));
  errors.add(fmt::format("there is a gap between \"{}\" and \"{}\", because no interval contains \"{}\": {}",
                         axis.text(a), axis.text(b), axis.text(missing), fmt::join(advice, ", or ")));
}

} // namespace

std::string mistake_in(const VerticalAxis& axis, const VerticalLevel& level, std::string_view found) {
  if (axis.has_offset(level.offset)) return {};
  if (level.offset != 0)
    return fmt::format(
        "\"{}\" is too far from its splitter, because the largest offset is {}: begin and end intervals at an "
        "offset from {} to {}",
        found, axis.limit(), 1 - axis.limit(), axis.limit() - 1);
  const std::string after = fmt::format("\"{}\" for the point after it", axis.text(VerticalLevel{level.splitter, 1}));
  const std::string before =
      fmt::format("\"{}\" for the point before it", axis.text(VerticalLevel{level.splitter, -1}));
  return fmt::format("\"{}\" is no point, because a splitter lies between two points: write {}", found,
                     level.splitter == 0            ? after
                     : level.splitter == axis.top() ? before
                                                    : before + " or " + after);
}

std::vector<std::string> mistakes_in(const VerticalAxis& axis, const VerticalInterval& interval) {
  std::vector<std::string> mistakes;
  for (const VerticalLevel& level : {interval.first, interval.last})
    if (std::string mistake = mistake_in(axis, level, axis.text(level)); !mistake.empty())
      mistakes.push_back(std::move(mistake));
  if (mistakes.empty() && interval.last < interval.first)
    mistakes.push_back(fmt::format("\"{}\" ends below its beginning: write \"{}\"", axis.text(interval),
                                   axis.text({interval.last, interval.first})));
  return mistakes;
}

ErrorList check_intervals(const VerticalAxis& axis, std::span<const VerticalInterval> intervals) {
  ErrorList errors;
  std::vector<VerticalInterval> sorted;
  for (const VerticalInterval& interval : intervals) {
    const std::vector<std::string> mistakes = mistakes_in(axis, interval);
    for (const std::string& mistake : mistakes) errors.add(mistake);
    if (!mistakes.empty()) continue;
    check_ends(axis, interval, errors);
    sorted.push_back(interval);
  }
  std::sort(sorted.begin(), sorted.end());
  for (size_t a = 0; a < sorted.size(); ++a)
    for (size_t b = a + 1; b < sorted.size(); ++b) check_overlap(axis, sorted[a], sorted[b], errors);
  // An interval with a mistake may be meant for the gap. So gaps are reported when there are no such intervals.
  if (sorted.size() < intervals.size()) return errors;
  for (size_t b = 1, highest = 0; b < sorted.size(); ++b) {
    check_gap(axis, sorted[highest], sorted[b], errors);
    if (sorted[b].last > sorted[highest].last) highest = b;
  }
  return errors;
}

} // namespace nopal
