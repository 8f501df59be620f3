#pragma once
// Periodic images. Along a periodic axis of n points the index i means the point i modulo n, which owns it. The owner
// has the index i + shift, and the shift is a multiple of n. Ghost zones may be wider than the axis has points, so
// there may be several periods on each side.

#include "core/grid/domain.hpp"

#include <algorithm>
#include <vector>

namespace nopal {

/// Returns the shift from the index `i` to its owner along an axis; 0 if the axis is not periodic.
inline long image_shift(const Domain& domain, int axis, long i) {
  if (!domain.periodic(axis)) return 0;
  const long n = domain.points().extent(axis);
  if (i >= 0 && i < n) return 0;
  return i < 0 ? (n - 1 - i) / n * n : -(i / n * n);
}

/// Cuts the indices lower <= i < upper of an axis where their shift changes. Calls visit(lower, upper, shift) for each
/// part, with ascending indices.
template <class Visit> void each_image(const Domain& domain, int axis, long lower, long upper, const Visit& visit) {
  while (lower < upper) {
    const long shift = image_shift(domain, axis, lower);
    const long end = domain.periodic(axis) ? std::min(upper, domain.points().extent(axis) - shift) : upper;
    visit(lower, end, shift);
    lower = end;
  }
}

/// Returns the shifts by whole periods that bring points of `block` into `target`. The block lies among the points of
/// the grid.
std::vector<Index> shifts_into(const Domain& domain, const Box& block, const Box& target);

/// Returns whether the box reaches no farther than one period beyond the points of the grid, along each periodic axis.
bool is_within_one_period(const Domain& domain, const Box& box);

} // namespace nopal
