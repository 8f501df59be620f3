#pragma once
// Finds the process that owns a grid point.

#include "core/grid/decomposition.hpp"

#include <array>
#include <vector>

namespace nopal {

/// Looks up a point axis by axis, which is faster than a search through the boxes of all processes.
class Owners {
public:
  /// The decomposition must outlive this object.
  explicit Owners(const Decomposition& decomposition);
  /// Returns the rank that owns a point of the grid.
  int operator()(const Index& point) const;

private:
  const Decomposition* decomposition_;
  std::array<std::vector<long>, 3> first_; ///< for each axis the first index of each process along it, ascending
};

} // namespace nopal
