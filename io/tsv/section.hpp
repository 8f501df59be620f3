#pragma once
// Where a coordinate lies among the grid points, and which of them a line or a plane passes through.

#include <nopal/thorn.hpp>

#include <initializer_list>
#include <string>
#include <vector>

namespace nopal::tsv {

constexpr const char* axis_names[] = {"x", "y", "z"};

/// Positions that differ by no more than this, in spacings, are the same: so that rounding does not decide.
constexpr double position_tolerance = 1e-9;

/// The index, with a fraction, that `x` has along an axis that exists. On a periodic axis any image of x does; the
/// result then is that of the image next to the grid's points, from -1/2 (cell-centred; else 0) to their number.
double position(const Domain& domain, int axis, double x);

/// The point of the grid that `index` is an image of along a periodic axis; elsewhere index itself.
long wrapped(const Domain& domain, int axis, long index);

/// The index of the grid point nearest to `x`. Halfway between two points, to position_tolerance, it is the one with
/// the lower index. On a periodic axis it lies in the grid; elsewhere it may lie outside domain.points(). Not a number
/// is outside.
long nearest_index(const Domain& domain, int axis, double x);

/// The grid point nearest to `point` (one coordinate for each axis that exists; empty: the middle of the domain).
Index nearest_point(const Domain& domain, const std::vector<double>& point);

/// The points of the grid, outer boundary included, that one gets to from `point` along `axes`.
Box section(const Domain& domain, const Index& point, std::initializer_list<int> axes);

/// Where such a section lies: "y = 0.5 (index 3)", the axes that it does not follow; empty where there are none.
std::string place_text(const Domain& domain, const Index& point, std::initializer_list<int> axes);

} // namespace nopal::tsv
