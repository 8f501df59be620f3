#pragma once
// Which grid points lie next to a coordinate.

#include "core/grid/domain.hpp"

#include <vector>

namespace nopal {

/// Positions that differ by no more than this, in spacings, are the same: so that rounding does not decide.
inline constexpr double position_tolerance = 1e-9;

/// The index, with a fraction, that coordinate `x` would have along an axis that goes on without end.
double grid_position(const Domain& domain, int axis, double x);

/// The same, on a periodic axis of that image of x that lies next to the grid's points: from -1/2 (cell-centred; else
/// 0) to their number.
double grid_position_of_image(const Domain& domain, int axis, double x);

/// The index nearest to a position. Halfway between two, to position_tolerance, it is the lower one. Not a number, or
/// infinite: an index far outside of any grid.
long nearest_index(double position);

/// The point of the grid that `index` is an image of along a periodic axis; elsewhere index itself.
long index_in_grid(const Domain& domain, int axis, long index);

/// The index of the grid point nearest to `x`. On a periodic axis it lies in the grid; elsewhere it may lie outside
/// domain.points().
long nearest_index(const Domain& domain, int axis, double x);

/// The grid point nearest to `point` (one coordinate for each axis that exists; empty: the middle of the domain).
Index nearest_point(const Domain& domain, const std::vector<double>& point);

} // namespace nopal
