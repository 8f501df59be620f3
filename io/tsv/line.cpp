#include "line.hpp"

#include <cmath>

namespace nopal::tsv {

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

Box line_box(const Domain& domain, const Index& point, int axis) {
  Box box{point, {point[0] + 1, point[1] + 1, point[2] + 1}};
  box.lower[axis] = domain.points().lower[axis];
  box.upper[axis] = domain.points().upper[axis];
  return box;
}

} // namespace nopal::tsv
