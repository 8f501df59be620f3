#include "plane.hpp"

namespace nopal::slices {

Plane plane_through(const Domain& domain, const Index& point, int normal) {
  Plane plane;
  plane.right = normal == 0 ? 1 : 0;
  plane.up = normal == 2 ? 1 : 2;
  plane.normal = normal;
  plane.box = section_across(domain, point, normal);
  return plane;
}

} // namespace nopal::slices
