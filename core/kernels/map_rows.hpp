#pragma once
// Generated host versions of loops over sets use this: the rows of a map that may follow from a rule.

#include "core/kernels/loop.hpp"

#include <array>
#include <cstdint>
#include <limits>

namespace nopal_dialect {

/// Gives the row of one element after another. It knows the line of the last element, so it divides only where a line
/// ends.
template <int arity> class MapRows {
public:
  explicit MapRows(const nopal::HostMap& map) : map_(map) {}
  /// `packed`: the field of the map on a device that runs on the host (LoopKernel::device).
  explicit MapRows(const std::int32_t* packed)
      : map_{.targets = packed[0] == 0 ? packed + 2 : nullptr, .pairs = packed + 2, .columns = packed[0]} {}

  /// Returns the targets of an element. They may change with the next call.
  __attribute__((always_inline)) const std::int32_t* at(long element) {
    if (map_.targets != nullptr) return map_.targets + element * arity;
    long column = element - first_;
    if (column < 0 || column >= map_.columns) {
      const long line = element / map_.columns;
      first_ = line * map_.columns;
      column = element - first_;
      pairs_ = map_.pairs + 2 * arity * line;
    }
    for (std::size_t t = 0; t < arity; ++t) {
      const long shifted = column + pairs_[2 * t + 1];
      row_[t] = pairs_[2 * t] + static_cast<std::int32_t>(shifted < map_.columns ? shifted : shifted - map_.columns);
    }
    return row_.data();
  }

  /// Returns the rows of n elements, one after another: those of a table, or `copies`, which has n rows.
  template <int n> __attribute__((always_inline)) const std::int32_t* rows(long first, std::int32_t* copies) {
    if (map_.targets != nullptr) return map_.targets + first * arity;
    for (long k = 0; k < n; ++k) {
      const std::int32_t* const row = at(first + k);
      for (long t = 0; t < arity; ++t) copies[k * arity + t] = row[t];
    }
    return copies;
  }

private:
  nopal::HostMap map_;
  long first_ = std::numeric_limits<std::int32_t>::min(); ///< of the last line; at first far from each element
  const std::int32_t* pairs_ = nullptr;                   ///< of the last line
  std::array<std::int32_t, static_cast<std::size_t>(arity)> row_{};
};

} // namespace nopal_dialect
