#pragma once
// Planes of grid points.

#include <nopal/thorn.hpp>

#include <string>

namespace nopal::slices {

/// The grid points, outer boundary included, of a plane along two axes, which are drawn to the right and upwards.
struct Plane {
  int right = 0;
  int up = 1;
  int normal = 2; ///< an axis that does not exist on a grid of two
  Box box;

  /// "xy"
  std::string name() const { return {"xyz"[right], "xyz"[up]}; }
  long n_right() const { return box.extent(right); }
  long n_up() const { return box.extent(up); }
};

/// The plane across `normal` through a grid point; x comes before y, and y before z.
Plane plane_through(const Domain& domain, const Index& point, int normal);

} // namespace nopal::slices
