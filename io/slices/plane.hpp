#pragma once
// Planes of grid points.

#include <nopal/thorn.hpp>

#include <string>

namespace nopal::slices {

/// The grid points of a plane, outer boundary included. One axis is drawn to the right, one upwards.
struct Plane {
  int right = 0;
  int up = 1;
  int normal = 2; ///< on a grid of two axes: the axis that does not exist
  Box box;

  /// Returns a name such as "xy".
  std::string name() const { return {"xyz"[right], "xyz"[up]}; }
  long n_right() const { return box.extent(right); }
  long n_up() const { return box.extent(up); }
};

/// Returns the plane across `normal` through a grid point. The first axis of x, y, z is drawn to the right.
Plane plane_through(const Domain& domain, const Index& point, int normal);

} // namespace nopal::slices
