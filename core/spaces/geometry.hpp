#pragma once
// One part of a space: its regions, its layout in memory, and how a set of regions is copied.

#include "core/grid/layout.hpp"
#include "core/grid/region.hpp"

#include <array>
#include <vector>

namespace nopal {

/// The shape of a set of regions of a part. It serves to copy them.
struct RegionShape {
  std::vector<Box> boxes; ///< disjoint, none empty
  long points = 0;
  long first = 0;               ///< element of the first point
  long count = 0;               ///< number of elements from the first to the last point
  Region others = Region::none; ///< regions outside this set that have points among these elements
  bool piece_pays = false;      ///< `count` is at most 1.5 times `points`
};

/// The geometry of one part. Each point of layout.box is in exactly one region.
class Geometry {
public:
  Geometry(const Layout& layout, const Box& interior, const Box& owned);
  /// A part whose points are all interior.
  explicit Geometry(const Layout& layout) : Geometry(layout, layout.box, layout.box) {}

  const Layout& layout() const { return layout_; }
  const Box& interior() const { return interior_; }
  /// Interior and boundary.
  const Box& owned() const { return owned_; }
  const RegionShape& shape(Region regions) const { return shapes_[static_cast<std::size_t>(regions)]; }
  long points(Region regions) const { return shape(regions).points; }

private:
  std::vector<Box> boxes(Region regions) const;
  Layout layout_;
  Box interior_;
  Box owned_;
  std::array<RegionShape, 8> shapes_;
};

} // namespace nopal
