#pragma once
// The grid points next to a coordinate.

#include "core/grid/domain.hpp"

#include <vector>

namespace nopal {

/// Positions that differ by no more than this, in spacings, count as equal. So rounding does not decide.
inline constexpr double position_tolerance = 1e-9;

/// The index, with a fraction, of coordinate `x`. The axis counts as endless.
double grid_position(const Domain& domain, int axis, double x);

/// The same, but on a periodic axis for the image of x that lies at the grid's points: the result is between 0
/// (cell-centred: -1/2) and the number of points.
double grid_position_of_image(const Domain& domain, int axis, double x);

/// The index nearest to a position; the lower one if the position is halfway between two, to position_tolerance. For
/// NaN and infinity the result is far outside of any grid.
long nearest_index(double position);

/// On a periodic axis the index of the grid point whose image has `index`; on other axes `index` itself.
long index_in_grid(const Domain& domain, int axis, long index);

/// The index of the grid point nearest to `x`. On a periodic axis it lies in the grid. On other axes it may lie
/// outside domain.points().
long nearest_index(const Domain& domain, int axis, double x);

/// The grid point nearest to `point`, which has one coordinate for each axis. Empty: the middle of the domain.
Index nearest_point(const Domain& domain, const std::vector<double>& point);

} // namespace nopal
