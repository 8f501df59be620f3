#include "core/sets/line_build.hpp"

#include "core/base/assert.hpp"

#include <map>

namespace nopal {

namespace {

/// Returns the first local number of each line that a process stores.
std::map<std::int64_t, std::int32_t> starts_of_lines(const OnRhombus& grid, const LocalSet& set) {
  const auto columns = static_cast<std::int32_t>(grid.columns());
  NOPAL_ASSERT(set.owned % columns == 0 && set.executed % columns == 0 && set.stored % columns == 0);
  std::map<std::int64_t, std::int32_t> starts;
  for (std::int32_t first = 0; first < set.stored; first += columns) {
    const std::int64_t number = set.numbers[static_cast<std::size_t>(first)];
    NOPAL_ASSERT(number % columns == 0 &&
                 set.numbers[static_cast<std::size_t>(first) + static_cast<std::size_t>(columns) - 1] ==
                     number + columns - 1);
    starts.emplace(grid.line_of(number), first);
  }
  return starts;
}

} // namespace

LineRows local_lines(const OnRhombus& from_grid, const LocalSet& from, const OnRhombus& to_grid, const LocalSet& to) {
  const auto columns = static_cast<std::int32_t>(from_grid.columns());
  const std::map<std::int64_t, std::int32_t> starts = starts_of_lines(to_grid, to);
  LineRows rows{.columns = columns, .arity = icosahedral::arity(from_grid.place, to_grid.place), .pairs = {}};
  for (std::int32_t first = 0; first < from.executed; first += columns)
    for (const LineTarget& target :
         line_targets(from_grid, from_grid.line_of(from.numbers[static_cast<std::size_t>(first)]), to_grid)) {
      const auto start = starts.find(target.line);
      NOPAL_ASSERT(start != starts.end());
      rows.pairs.push_back(start->second);
      rows.pairs.push_back((target.shift + columns) % columns);
    }
  return rows;
}

} // namespace nopal
