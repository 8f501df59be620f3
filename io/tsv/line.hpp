#pragma once
// Which grid points a line passes through.

#include <nopal/thorn.hpp>

#include <vector>

namespace nopal::tsv {

/// The grid point nearest to `point` (one coordinate for each axis that exists; empty: the middle of the domain).
/// Halfway between two points, to 1e-9 of the spacing, it is the one with the lower index, so that rounding does not
/// decide. On a periodic axis the image inside the grid is taken; elsewhere the result may lie outside domain.points().
Index nearest_point(const Domain& domain, const std::vector<double>& point);

/// The points of the grid, outer boundary included, on the line along `axis` through `point`.
Box line_box(const Domain& domain, const Index& point, int axis);

} // namespace nopal::tsv
