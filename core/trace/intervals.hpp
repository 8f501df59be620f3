#pragma once
// Sets of times, written as intervals.

#include <cstdint>
#include <vector>

namespace nopal {

struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0; ///< not included

  bool operator==(const Interval&) const = default;
};

/// A set of times. The intervals are in order and disjoint, and none is empty.
using Intervals = std::vector<Interval>;

/// Makes a set from any list of intervals. It sorts them and joins intervals that touch or overlap.
Intervals united(Intervals any);
/// Returns the times of set `a` that are not in set `b`.
Intervals difference(const Intervals& a, const Intervals& b);
/// Returns the length of the part of the interval that lies in the set.
std::int64_t covered(const Interval& interval, const Intervals& set);
/// Returns the sum of that for all intervals of any list.
std::int64_t total_covered(const std::vector<Interval>& any, const Intervals& set);

} // namespace nopal
