#pragma once
// The decomposition says which process owns which points of a domain. This code does not use MPI.

#include "core/grid/axis_shares.hpp"
#include "core/grid/domain.hpp"
#include "core/grid/inward.hpp"

#include <array>

namespace nopal {

/// Returns the number of processes along each axis. Their product is `size`. Entries of `wanted` other than 0 are
/// kept. Each process gets at least one point along each axis, and at least as many as ghosts along an axis that is
/// exchanged and not periodic; along a periodic one, too, if that is possible. A process with points of the outer
/// boundary gets all layers of that face and the interior points that `inward` demands. The slowest axis is split first
/// (px <= py <= pz). Among these splits the one with the least work and exchange is taken. A split in another order is
/// taken only if none of these fits, or if it costs less than half. Throws Error if no split fits. The Error says what
/// would fit.
Index choose_process_grid(const Domain& domain, int size, const Index& wanted, const InwardPoints& inward = {});

/// A Cartesian split of the domain's points (docs/rules.md, Grid). Every rank can compute the boxes of all ranks.
/// Ranks count i fastest. The processes share the points of each axis as AxisShares says.
class Decomposition {
public:
  /// `process_grid` gives the number of processes along each axis, as for choose_process_grid().
  Decomposition(const Domain& domain, int size, Index process_grid = {0, 0, 0}, const InwardPoints& inward = {});

  const Domain& domain() const { return domain_; }
  int size() const { return size_; }
  const Index& process_grid() const { return process_grid_; }
  /// Returns the least number of interior points, along each axis, that a process owns which owns outer boundary there.
  const Index& inward() const { return inward_; }
  /// Returns the points that the rank owns (interior and boundary).
  Box owned(int rank) const;
  /// Returns the points that the rank stores: its own points, and ghosts on the faces where another process or a
  /// periodic image follows.
  Box stored(int rank) const;
  /// Returns the points of `owned` that are not outer boundary.
  Box interior(int rank) const;
  /// Returns the coordinates of the rank in the process grid.
  Index coordinates(int rank) const;
  int rank(const Index& coordinates) const;
  /// Returns whether ghosts come from farther than the next process along some axis. This is so only along a periodic
  /// axis on which a process owns fewer points than the ghost zones are wide.
  bool reaches_beyond_neighbours() const;

private:
  Domain domain_;
  int size_;
  Index process_grid_;
  Index inward_;
  std::array<AxisShares, 3> shares_; ///< of each axis
};

} // namespace nopal
