#pragma once
// A copy of the points of a slot that a routine must not write. It is made before the routine runs.

#include "core/grid/layout.hpp"
#include "core/grid/region.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace nopal {

/// A box of points of one base region.
struct RegionBox {
  Region region = Region::none;
  Box box;
};

/// The points whose bits have changed.
struct Changes {
  static constexpr std::size_t most_listed = 10;
  struct Point {
    Index at{};
    std::array<std::byte, 16> before{}; ///< the first bytes, as many as an element has
    std::array<std::byte, 16> after{};
  };
  long points = 0;
  Box bounds;                    ///< the smallest box that holds the points
  Region regions = Region::none; ///< the regions of the points
  std::vector<Point> first;      ///< the first points, i fastest within each box
};

/// Keeps a copy of points and finds out later which of them have changed.
class Rest {
public:
  /// Copies the points of the boxes, which must lie within the layout's box. `slot` is the start of its allocation.
  Rest(const std::byte* slot, const Layout& layout, std::size_t element_size, std::vector<RegionBox> boxes);

  /// Returns the points that differ from the copy now.
  Changes changes() const;

private:
  void add_row(const std::byte* before, const std::byte* after, const Index& start, Region region, long points,
               Changes& changes) const;
  const std::byte* slot_;
  const Layout* layout_;
  std::size_t size_;
  std::vector<RegionBox> boxes_;
  std::vector<std::byte> copy_; ///< box after box, each dense, i fastest
};

} // namespace nopal
