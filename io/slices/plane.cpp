#include "plane.hpp"

namespace nopal::slices {

Plane plane_through(const Domain& domain, const Index& point, int normal) {
  Plane plane;
  plane.right = normal == 0 ? 1 : 0;
  plane.up = normal == 2 ? 1 : 2;
  plane.normal = normal;
  plane.box = domain.points();
  plane.box.lower[normal] = point[normal];
  plane.box.upper[normal] = point[normal] + 1;
  return plane;
}

} // namespace nopal::slices
