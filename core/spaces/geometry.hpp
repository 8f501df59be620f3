#pragma once
// Where the regions of a shape lie in an allocation, and how they travel best.

#include "core/grid/layout.hpp"
#include "core/grid/region.hpp"

#include <array>
#include <vector>

namespace nopal {

/// A set of regions of one layout, as something to be copied.
struct RegionShape {
  std::vector<Box> boxes; ///< disjoint, none empty
  long points = 0;
  long first = 0;               ///< element of the first point
  long count = 0;               ///< elements from the first to the last point, all between included
  Region others = Region::none; ///< regions not of this set that have points between
  bool piece_pays = false;      ///< the piece is at most 1.5 times as long as its points
};

/// The regions of all slots with one layout, on this rank.
class Geometry {
public:
  /// A grid function's. Each point of layout.box is in exactly one region.
  Geometry(const Layout& layout, const Box& interior, const Box& owned);
  /// A scalar's or array's: all points are interior.
  explicit Geometry(const Layout& layout) : Geometry(layout, layout.box, layout.box) {}

  const Layout& layout() const { return layout_; }
  const Box& interior() const { return interior_; }
  const RegionShape& shape(Region regions) const { return shapes_[static_cast<std::size_t>(regions)]; }
  long points(Region regions) const { return shape(regions).points; }

private:
  std::vector<Box> boxes(Region regions, const Box& owned) const;
  Layout layout_;
  Box interior_;
  std::array<RegionShape, 8> shapes_;
};

} // namespace nopal
