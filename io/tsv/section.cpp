#include "section.hpp"

#include "numbers.hpp"

#include <algorithm>
#include <cmath>

namespace nopal::tsv {

double position(const Domain& domain, int axis, double x) {
  double distance = x - domain.lower(axis);
  if (domain.periodic(axis)) {
    const double period = domain.spec().upper[axis] - domain.spec().lower[axis];
    distance = std::fmod(distance, period); // without rounding
    if (distance < 0) distance += period;
  }
  return distance / domain.spacing(axis) - domain.centre(axis);
}

long wrapped(const Domain& domain, int axis, long index) {
  if (!domain.periodic(axis)) return index;
  const long n = domain.points().extent(axis);
  const long first = domain.points().lower[axis];
  return first + ((index - first) % n + n) % n;
}

long nearest_index(const Domain& domain, int axis, double x) {
  const double bounded = std::fmin(std::fmax(position(domain, axis, x), -1e15), 1e15); // also what is not a number
  return wrapped(domain, axis, std::lround(std::ceil(bounded - 0.5 - position_tolerance)));
}

Index nearest_point(const Domain& domain, const std::vector<double>& point) {
  Index nearest{0, 0, 0};
  for (int axis = 0; axis < domain.dimension(); ++axis) {
    const double middle = 0.5 * (domain.spec().lower[axis] + domain.spec().upper[axis]);
    nearest[axis] = nearest_index(domain, axis, point.empty() ? middle : point[axis]);
  }
  return nearest;
}

Box section(const Domain& domain, const Index& point, std::initializer_list<int> axes) {
  Box box{point, {point[0] + 1, point[1] + 1, point[2] + 1}};
  for (const int axis : axes) {
    box.lower[axis] = domain.points().lower[axis];
    box.upper[axis] = domain.points().upper[axis];
  }
  return box;
}

std::string place_text(const Domain& domain, const Index& point, std::initializer_list<int> axes) {
  std::string text;
  for (int axis = 0; axis < domain.dimension(); ++axis)
    if (std::find(axes.begin(), axes.end(), axis) == axes.end())
      text += (text.empty() ? "" : ", ") + std::string(axis_names[axis]) + " = " +
              shortest(domain.coordinate(axis, point[axis])) + " (index " + std::to_string(point[axis]) + ")";
  return text;
}

} // namespace nopal::tsv
