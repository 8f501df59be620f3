#pragma once
// Extents: how far around its point a kernel reads.

#include "core/grid/box.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace nopal {

/// Offsets in grid points for each axis (i, j, k), from lower to upper, both included. The default is the point itself.
struct Extent {
  std::array<int, 3> lower{0, 0, 0};
  std::array<int, 3> upper{0, 0, 0};

  /// True if the extent holds the point itself and no other.
  bool is_zero() const { return *this == Extent{}; }
  /// Returns the text of a clause: "<-1:1>", "<0, -1:0>". It leaves out axes at the end that are 0. Zero gives "<0>".
  std::string text() const;

  bool operator==(const Extent&) const = default;
};

/// Offsets of a clause lie between -largest_offset and largest_offset. So sums over all stages fit into an int.
constexpr int largest_offset = 10000;

/// Returns <x:y> + <u:v> = <x+u : y+v> for each axis: what b reads around all points of a.
Extent operator+(const Extent& a, const Extent& b);

/// Returns the minimum enclosing extent: the smallest one that holds both.
Extent mee(const Extent& a, const Extent& b);

/// As above. If `a` is empty, it adds nothing.
Extent mee(const std::optional<Extent>& a, const Extent& b);

/// Returns the box with what the extent adds on each side.
Box extended(Box box, const Extent& extent);

/// Reads the extent of one clause, brackets included: "<-1:1, 0, -2:0>". Each axis is "0" or lower:upper. Axes that are
/// left out are 0. It reads back what Extent::text() writes. Throws an Error without a place, which says what is wrong
/// and what is expected.
Extent parse_extent(std::string_view text);

} // namespace nopal
