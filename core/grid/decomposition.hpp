#pragma once
// How the points of a domain are shared out among processes. Knows no MPI.

#include "core/grid/domain.hpp"

namespace nopal {

/// A Cartesian split of the domain's points (docs/rules.md, Grid). Every rank can compute the boxes of all ranks.
/// Ranks count i fastest. Along an axis of n points and p processes the first n % p own one point more.
class Decomposition {
public:
  /// process_grid: processes along each axis; their product must be `size`. An entry of 0 is chosen here. Throws Error,
  /// which says what would fit, if the processes do not fit, or if a process would own fewer points than ghosts
  /// along an axis that is exchanged.
  Decomposition(const Domain& domain, int size, Index process_grid = {0, 0, 0});

  const Domain& domain() const { return domain_; }
  int size() const { return size_; }
  const Index& process_grid() const { return process_grid_; }
  /// The points that the rank owns (interior and boundary).
  Box owned(int rank) const;
  /// The points that the rank stores: its own points, and ghosts on the faces where another process or a
  /// periodic image follows.
  Box stored(int rank) const;
  /// The points of `owned` that are not outer boundary.
  Box interior(int rank) const;
  Index coordinates(int rank) const;
  int rank(const Index& coordinates) const;

private:
  Domain domain_;
  int size_;
  Index process_grid_;
};

} // namespace nopal
