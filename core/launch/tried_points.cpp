#include "core/launch/tried_points.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// Some indices along an axis at which points have this normal; empty if there are none.
std::vector<long> samples(const Domain& domain, int axis, long normal, bool all) {
  const Box& points = domain.points();
  const Box& interior = domain.interior();
  const long bounds[] = {points.lower[axis], interior.lower[axis], interior.upper[axis], points.upper[axis]};
  const long first = bounds[normal + 1], end = bounds[normal + 2];
  std::vector<long> result;
  if (all) {
    for (long index = first; index < end; ++index) result.push_back(index);
    return result;
  }
  for (const long index : {first, first + 1, (first + end) / 2, end - 1})
    if (index >= first && index < end && std::find(result.begin(), result.end(), index) == result.end())
      result.push_back(index);
  return result;
}

} // namespace

std::vector<LaunchBox> tried_points(const Domain& domain, const Index& normal, bool all_layers) {
  Index edge{0, 0, 0};
  std::vector<long> along[3];
  for (int axis = 0; axis < 3; ++axis) {
    if (normal[axis] != 0)
      edge[axis] = normal[axis] < 0 ? domain.interior().lower[axis] : domain.interior().upper[axis] - 1;
    along[axis] = samples(domain, axis, normal[axis], all_layers && normal[axis] != 0);
  }
  std::vector<LaunchBox> result;
  for (const long k : along[2])
    for (const long j : along[1])
      for (const long i : along[0]) result.push_back({{{i, j, k}, {i + 1, j + 1, k + 1}}, normal, {0, 0, 0}, edge});
  return result;
}

std::vector<Index> boundary_normals(const Domain& domain) {
  std::vector<Index> normals;
  for (long n = 1; n < 27; ++n) {
    const Index normal{(n + 1) % 3 - 1, (n / 3 + 1) % 3 - 1, (n / 9 + 1) % 3 - 1};
    if (!tried_points(domain, normal).empty()) normals.push_back(normal);
  }
  return normals;
}

} // namespace nopal
