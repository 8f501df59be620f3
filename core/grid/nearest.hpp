#pragma once
// Functions that find the grid point nearest to a coordinate.

#include "core/grid/domain.hpp"

#include <vector>

namespace nopal {

/// Positions count as equal if they differ by at most this many spacings. So rounding errors do not change a result.
inline constexpr double position_tolerance = 1e-9;

/// Returns the position of coordinate `x` in points: 1.5 is halfway between points 1 and 2. The axis counts as endless.
double grid_position(const Domain& domain, int axis, double x);

/// The same, but on a periodic axis it takes the image of x that lies among the points of the grid. The result is
/// then between 0 (cell-centred: -1/2) and the number of points.
double grid_position_of_image(const Domain& domain, int axis, double x);

/// Returns the index nearest to a position. If the position is halfway between two (within position_tolerance), it
/// returns the lower one. For NaN and infinity the result is far outside any grid.
long nearest_index(double position);

/// On a periodic axis this returns the index of the point whose image has `index`. On other axes it returns `index`.
long index_in_grid(const Domain& domain, int axis, long index);

/// Returns the index of the grid point nearest to `x`. On a periodic axis it lies in the grid. On other axes it may lie
/// outside domain.points().
long nearest_index(const Domain& domain, int axis, double x);

/// Returns the grid point nearest to `point`, which has one coordinate for each axis. Empty: the middle of the domain.
Index nearest_point(const Domain& domain, const std::vector<double>& point);

} // namespace nopal
