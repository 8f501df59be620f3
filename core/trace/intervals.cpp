#include "core/trace/intervals.hpp"

#include <algorithm>

namespace nopal {

Intervals united(Intervals any) {
  std::sort(any.begin(), any.end(), [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  Intervals result;
  for (const Interval& next : any) {
    if (next.begin >= next.end) continue;
    if (!result.empty() && next.begin <= result.back().end)
      result.back().end = std::max(result.back().end, next.end);
    else
      result.push_back(next);
  }
  return result;
}

Intervals difference(const Intervals& a, const Intervals& b) {
  Intervals result;
  auto hole = b.begin();
  for (Interval rest : a) {
    while (hole != b.end() && hole->end <= rest.begin) ++hole;
    for (auto next = hole; next != b.end() && next->begin < rest.end; ++next) {
      if (next->begin > rest.begin) result.push_back({rest.begin, next->begin});
      rest.begin = next->end;
    }
    if (rest.begin < rest.end) result.push_back(rest);
  }
  return result;
}

std::int64_t covered(const Interval& interval, const Intervals& set) {
  std::int64_t sum = 0;
  auto part = std::lower_bound(set.begin(), set.end(), interval.begin,
                               [](const Interval& each, std::int64_t time) { return each.end <= time; });
  for (; part != set.end() && part->begin < interval.end; ++part)
    sum += std::min(part->end, interval.end) - std::max(part->begin, interval.begin);
  return sum;
}

std::int64_t total_covered(const std::vector<Interval>& any, const Intervals& set) {
  std::int64_t sum = 0;
  for (const Interval& interval : any) sum += covered(interval, set);
  return sum;
}

} // namespace nopal
