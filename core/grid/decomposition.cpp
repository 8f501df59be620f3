#include "core/grid/decomposition.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// p processes share n points. Returns the first point of process c. The first n % p processes own one point more.
long first_owned(long n, long p, long c) { return n / p * c + std::min(c, n % p); }

} // namespace

Decomposition::Decomposition(const Domain& domain, int size, Index process_grid)
    : domain_(domain), size_(size), process_grid_(choose_process_grid(domain, size, process_grid)) {}

Index Decomposition::coordinates(int rank) const {
  const long r = rank;
  return {r % process_grid_[0], r / process_grid_[0] % process_grid_[1], r / (process_grid_[0] * process_grid_[1])};
}

int Decomposition::rank(const Index& coordinates) const {
  return static_cast<int>(coordinates[0] + process_grid_[0] * (coordinates[1] + process_grid_[1] * coordinates[2]));
}

Box Decomposition::owned(int rank) const {
  const Index c = coordinates(rank);
  const Box& points = domain_.points();
  Box box;
  for (int axis = 0; axis < 3; ++axis) {
    const long n = points.extent(axis), p = process_grid_[axis];
    box.lower[axis] = points.lower[axis] + first_owned(n, p, c[axis]);
    box.upper[axis] = points.lower[axis] + first_owned(n, p, c[axis] + 1);
  }
  return box;
}

Box Decomposition::stored(int rank) const {
  const Index c = coordinates(rank);
  const long ghosts = domain_.spec().ghosts;
  Box box = owned(rank);
  for (int axis = 0; axis < 3; ++axis) {
    const bool periodic = domain_.periodic(axis);
    if (periodic || c[axis] > 0) box.lower[axis] -= ghosts;
    if (periodic || c[axis] < process_grid_[axis] - 1) box.upper[axis] += ghosts;
  }
  return box;
}

Box Decomposition::interior(int rank) const { return intersection(owned(rank), domain_.interior()); }

} // namespace nopal
