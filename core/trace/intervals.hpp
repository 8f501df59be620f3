#pragma once
// Sets of times, as intervals.

#include <cstdint>
#include <vector>

namespace nopal {

struct Interval {
  std::int64_t begin = 0;
  std::int64_t end = 0; ///< not included

  bool operator==(const Interval&) const = default;
};

/// In order, disjoint, none empty.
using Intervals = std::vector<Interval>;

/// Any list as a set: sorted, and joined where they touch or overlap.
Intervals united(Intervals any);
/// What of `a` is not in `b`; both are sets.
Intervals difference(const Intervals& a, const Intervals& b);
/// How much of the interval lies in the set.
std::int64_t covered(const Interval& interval, const Intervals& set);

} // namespace nopal
