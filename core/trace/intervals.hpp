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

/// In order, disjoint, none empty.
using Intervals = std::vector<Interval>;

/// Makes a set of any list: sorts it, and joins intervals that touch or overlap.
Intervals united(Intervals any);
/// The times of set `a` that are not in set `b`.
Intervals difference(const Intervals& a, const Intervals& b);
/// The length of the part of the interval that lies in the set.
std::int64_t covered(const Interval& interval, const Intervals& set);

} // namespace nopal
