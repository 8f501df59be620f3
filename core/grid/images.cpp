#include "core/grid/images.hpp"

namespace nopal {

namespace {

/// The shifts along one axis, ascending.
std::vector<long> shifts_along(const Domain& domain, int axis, const Box& block, const Box& target) {
  std::vector<long> shifts;
  each_image(domain, axis, target.lower[axis], target.upper[axis], [&](long lower, long upper, long shift) {
    if (block.lower[axis] < upper + shift && block.upper[axis] > lower + shift) shifts.push_back(-shift);
  });
  return shifts;
}

} // namespace

std::vector<Index> shifts_into(const Domain& domain, const Box& block, const Box& target) {
  std::vector<Index> shifts;
  if (block.empty() || target.empty()) return shifts;
  for (const long k : shifts_along(domain, 2, block, target))
    for (const long j : shifts_along(domain, 1, block, target))
      for (const long i : shifts_along(domain, 0, block, target)) shifts.push_back({i, j, k});
  return shifts;
}

bool is_within_one_period(const Domain& domain, const Box& box) {
  for (int axis = 0; axis < 3; ++axis) {
    const long n = domain.points().extent(axis);
    if (domain.periodic(axis) && (box.lower[axis] < -n || box.upper[axis] > 2 * n)) return false;
  }
  return true;
}

} // namespace nopal
