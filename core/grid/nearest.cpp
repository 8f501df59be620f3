#include "core/grid/nearest.hpp"

#include <cmath>

namespace nopal {

double grid_position(const Domain& domain, int axis, double x) {
  return (x - domain.lower(axis)) / domain.spacing(axis) - domain.centre(axis);
}

double grid_position_of_image(const Domain& domain, int axis, double x) {
  if (!domain.periodic(axis)) return grid_position(domain, axis, x);
  const double period = domain.spec().upper[axis] - domain.spec().lower[axis];
  double distance = std::fmod(x - domain.lower(axis), period); // fmod does not round
  if (distance < 0) distance += period;
  return distance / domain.spacing(axis) - domain.centre(axis);
}

long nearest_index(double position) {
  const double bounded = std::fmin(std::fmax(position, -1e15), 1e15); // NaN becomes -1e15
  return std::lround(std::ceil(bounded - 0.5 - position_tolerance));
}

long index_in_grid(const Domain& domain, int axis, long index) {
  if (!domain.periodic(axis)) return index;
  const long n = domain.points().extent(axis);
  const long first = domain.points().lower[axis];
  return first + ((index - first) % n + n) % n;
}

long nearest_index(const Domain& domain, int axis, double x) {
  return index_in_grid(domain, axis, nearest_index(grid_position_of_image(domain, axis, x)));
}

Index nearest_point(const Domain& domain, const std::vector<double>& point) {
  Index found{0, 0, 0};
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const double middle = 0.5 * (domain.spec().lower[axis] + domain.spec().upper[axis]);
    found[axis] = nearest_index(domain, axis, point.empty() ? middle : point[axis]);
  }
  return found;
}

} // namespace nopal
