#include "core/grid/decomposition.hpp"

namespace nopal {

Decomposition::Decomposition(const Domain& domain, int size, Index process_grid, const InwardPoints& inward)
    : domain_(domain), size_(size), process_grid_(choose_process_grid(domain, size, process_grid, inward)),
      inward_(inward.points) {
  for (int axis = 0; axis < 3; ++axis) shares_[axis] = axis_shares(domain, axis, process_grid_[axis], inward_[axis]);
}

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
    const AxisShares& shares = shares_[axis];
    box.lower[axis] = points.lower[axis] + shares.first(c[axis]);
    box.upper[axis] = points.lower[axis] + shares.first(c[axis] + 1);
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

bool Decomposition::reaches_beyond_neighbours() const {
  for (int axis = 0; axis < 3; ++axis)
    if (domain_.periodic(axis) && shares_[axis].points / shares_[axis].processes < domain_.spec().ghosts) return true;
  return false;
}

Box Decomposition::interior(int rank) const { return intersection(owned(rank), domain_.interior()); }

} // namespace nopal
