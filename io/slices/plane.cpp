#include "plane.hpp"

#include <cmath>

namespace nopal::slices {

namespace {

long nearest_index(const Domain& domain, int axis, double x) {
  const double position = (x - domain.lower(axis)) / domain.spacing(axis) - domain.centre(axis);
  const double bounded = std::fmin(std::fmax(position, -1e15), 1e15); // also what is not a number
  const long index = std::lround(std::ceil(bounded - 0.5 - 1e-9));
  if (!domain.periodic(axis)) return index;
  const long n = domain.points().extent(axis);
  const long first = domain.points().lower[axis];
  return first + ((index - first) % n + n) % n;
}

} // namespace

Index nearest_point(const Domain& domain, const std::vector<double>& point) {
  Index nearest{0, 0, 0};
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const double middle = 0.5 * (domain.spec().lower[axis] + domain.spec().upper[axis]);
    nearest[axis] = nearest_index(domain, axis, point.empty() ? middle : point[axis]);
  }
  return nearest;
}

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
