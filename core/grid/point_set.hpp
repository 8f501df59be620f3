#pragma once
// The points of a grid that output reads: lines, planes, a region, the neighbourhood of points.

#include "core/grid/interpolant.hpp"
#include "core/grid/selection.hpp"

#include <initializer_list>
#include <vector>

namespace nopal {

/// Points of the grid, each of them once. They may lie outside of the grid, and then nobody has them.
struct PointSet {
  std::vector<Selection> pieces; ///< disjoint, none empty

  /// The number of points.
  long points() const;

  bool operator==(const PointSet&) const = default;
};

/// Returns the line or plane of grid points, outer boundary included, that goes through `point` along `axes`.
Box section(const Domain& domain, const Index& point, std::initializer_list<int> axes);
/// Returns the plane of grid points, outer boundary included, through `point` and across the axis `normal`.
Box section_across(const Domain& domain, const Index& point, int normal);

/// Returns the points of all boxes. The boxes may overlap.
PointSet points_in(const std::vector<Box>& boxes);
/// Returns the grid points from which the interpolants take values.
PointSet points_of(const std::vector<Interpolant>& interpolants);

/// Returns the points of the set that lie in one of the boxes, which are disjoint. Along an axis with one point, the
/// stride of a piece is 1, so that a product of stride and size of a box is never too large for a long.
std::vector<Selection> pieces_in(const PointSet& set, const std::vector<Box>& boxes);

} // namespace nopal
