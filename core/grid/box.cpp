#include "core/grid/box.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

bool Box::contains(const Index& point) const {
  for (int axis = 0; axis < 3; ++axis)
    if (point[axis] < lower[axis] || point[axis] >= upper[axis]) return false;
  return true;
}

bool Box::contains(const Box& other) const { return other.empty() || intersection(*this, other) == other; }

Box Box::shifted(const Index& by) const {
  Box result = *this;
  for (int axis = 0; axis < 3; ++axis) {
    result.lower[axis] += by[axis];
    result.upper[axis] += by[axis];
  }
  return result;
}

std::string Box::text() const {
  std::string result;
  for (int axis = 0; axis < 3; ++axis)
    result += (axis == 0 ? "[" : ", ") + std::to_string(lower[axis]) + ":" + std::to_string(upper[axis]);
  return result + "]";
}

std::string extents_text(const Index& extents, int dimension) {
  return fmt::format("{}", fmt::join(extents.begin(), extents.begin() + dimension, " x "));
}

Box intersection(const Box& a, const Box& b) {
  Box result;
  for (int axis = 0; axis < 3; ++axis) {
    result.lower[axis] = std::max(a.lower[axis], b.lower[axis]);
    result.upper[axis] = std::min(a.upper[axis], b.upper[axis]);
  }
  return result;
}

std::vector<Box> difference(const Box& a, const Box& b) {
  std::vector<Box> result;
  if (a.empty()) return result;
  const Box common = intersection(a, b);
  if (common.empty()) return {a};
  // The slowest axis is cut first, so that the pieces stay long along i.
  Box rest = a;
  for (int axis = 2; axis >= 0; --axis) {
    if (rest.lower[axis] < common.lower[axis]) {
      result.push_back(rest);
      result.back().upper[axis] = common.lower[axis];
    }
    if (common.upper[axis] < rest.upper[axis]) {
      result.push_back(rest);
      result.back().lower[axis] = common.upper[axis];
    }
    rest.lower[axis] = common.lower[axis];
    rest.upper[axis] = common.upper[axis];
  }
  return result;
}

std::vector<Box> difference_of_lists(std::vector<Box> boxes, const std::vector<Box>& others) {
  for (const Box& other : others) {
    std::vector<Box> left;
    for (const Box& box : boxes)
      for (const Box& part : difference(box, other)) left.push_back(part);
    boxes = std::move(left);
  }
  return boxes;
}

Box hull(const Box& a, const Box& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  Box result;
  for (int axis = 0; axis < 3; ++axis) {
    result.lower[axis] = std::min(a.lower[axis], b.lower[axis]);
    result.upper[axis] = std::max(a.upper[axis], b.upper[axis]);
  }
  return result;
}

} // namespace nopal
