#pragma once
// Which process owns a grid point.

#include <nopal/thorn.hpp>

#include <array>
#include <vector>

namespace nopal::tsv {

/// Looked up axis by axis, so that a process does not search all others' boxes for each point.
class Owners {
public:
  explicit Owners(const Decomposition& decomposition);
  /// The rank that owns a point of the grid.
  int operator()(const Index& point) const;

private:
  const Decomposition* decomposition_;
  std::array<std::vector<long>, 3> first_; ///< index that each process along the axis begins with, ascending
};

} // namespace nopal::tsv
