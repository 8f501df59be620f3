#pragma once
// The points of a grid that output reads: lines, planes, a region, the neighbourhood of points.

#include "core/grid/interpolant.hpp"
#include "core/grid/selection.hpp"

#include <array>
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

/// Neighbouring points along i: from `first` to the one before `end`.
struct PointRun {
  long k = 0, j = 0;
  long first = 0, end = 0;

  long points() const { return end - first; }
  auto operator<=>(const PointRun&) const = default;
};

/// Returns the line or plane of grid points, outer boundary included, that goes through `point` along `axes`.
Box section(const Domain& domain, const Index& point, std::initializer_list<int> axes);
/// Returns the plane of grid points, outer boundary included, through `point` and across the axis `normal`.
Box section_across(const Domain& domain, const Index& point, int normal);

/// For each axis, whether the lower and the upper face are among the chosen ones.
using ChosenFaces = std::array<std::array<bool, 2>, 3>;
/// Returns the boundary points that lie beyond chosen faces and beyond no other face. Along periodic axes the grid has
/// no faces.
PointSet points_beyond(const Domain& domain, const ChosenFaces& faces);

/// Returns the points of all boxes. The boxes may overlap.
PointSet points_in(const std::vector<Box>& boxes);
/// Sorts runs by k, j and i, and joins those that overlap or touch. Each point is then in one run, and no two runs
/// touch.
void join_runs(std::vector<PointRun>& runs);
/// Returns the grid points from which the interpolants take values, as join_runs() leaves them.
std::vector<PointRun> runs_of(const std::vector<Interpolant>& interpolants);
/// Returns the points of runs as join_runs() leaves them.
PointSet points_in(const std::vector<PointRun>& runs);
/// The same as points_in(runs_of(interpolants)).
PointSet points_of(const std::vector<Interpolant>& interpolants);
/// Whether the set has all points of the runs.
bool covers(const PointSet& set, const std::vector<PointRun>& runs);
/// Whether the set has this point.
bool contains(const PointSet& set, const Index& point);

/// Returns the points of the set that lie in one of the boxes, which are disjoint. Along an axis with one point, the
/// stride of a piece is 1, so that a product of stride and size of a box is never too large for a long.
std::vector<Selection> pieces_in(const PointSet& set, const std::vector<Box>& boxes);
/// Returns the points of the boxes that are in the set, as disjoint boxes.
std::vector<Box> boxes_in(const PointSet& set, const std::vector<Box>& boxes);
/// Returns the points of the boxes, which are disjoint, that are not in the set, as disjoint boxes.
std::vector<Box> boxes_outside(const PointSet& set, const std::vector<Box>& boxes);

} // namespace nopal
