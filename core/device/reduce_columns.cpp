#include "core/device/reduce_columns.hpp"

#include "core/device/reduce_kernel.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// The number of columns: enough to keep a device busy, few enough to stay in its caches.
constexpr std::int64_t columns_by_rows = 64, columns_by_points = 16384;
/// The smallest number of points for which a column is worth its cost.
constexpr std::int64_t least_points = 16;

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

} // namespace

std::int64_t reduce_columns(const Box& box, bool by_rows) {
  // An integer is added as two values.
  const std::int64_t least = divided_up(box.points(), most_reduced_by_item / 2);
  if (!by_rows) return std::max(least, std::min(divided_up(box.points(), least_points), columns_by_points));
  const std::int64_t pieces = divided_up(box.extent(0), reduce_piece) * box.extent(1) * box.extent(2);
  return std::min(pieces, std::max(columns_by_rows, least));
}

std::size_t reduce_bytes(const Box& box, bool by_rows) {
  if (box.empty()) return 0;
  const std::int64_t first = reduce_columns(box, by_rows);
  const std::int64_t second = first > reduce_columns_added_at_once ? reduce_columns_added_at_once : 1;
  return static_cast<std::size_t>(first + second) * reduce_column_words * sizeof(std::int64_t);
}

} // namespace nopal
