#pragma once
// How the points of a domain are shared out among processes. Plain code: knows no MPI.

#include "core/grid/domain.hpp"

namespace nopal {

/// A Cartesian split of the domain's points. Every rank can compute every other rank's boxes.
/// Ranks count i fastest. Along an axis of n points and p processes the first n % p own one point more.
class Decomposition {
public:
  /// process_grid: processes along each axis; its product must be `size`. An entry of 0 is chosen here,
  /// the slowest axis split first; ones that do not fit are an Error that says what would fit.
  /// Fewer owned points than ghosts along an axis that is exchanged is an Error.
  Decomposition(const Domain& domain, int size, Index process_grid = {0, 0, 0});

  const Domain& domain() const { return domain_; }
  int size() const { return size_; }
  const Index& process_grid() const { return process_grid_; }
  /// Points that the rank owns (interior and boundary).
  Box owned(int rank) const;
  /// Owned points and ghosts: what the rank stores. Grown by the ghost width on faces that face another
  /// process or a periodic image, not on outer boundaries.
  Box stored(int rank) const;
  /// The part of `owned` that is not outer boundary.
  Box interior(int rank) const;
  Index coordinates(int rank) const;
  int rank(const Index& coordinates) const;

private:
  Domain domain_;
  int size_;
  Index process_grid_;
};

} // namespace nopal
