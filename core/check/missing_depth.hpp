#pragma once
// Reads that go further than ghost zones or the outer boundary are wide.

#include "core/grid/decomposition.hpp"
#include "core/stencils/extent.hpp"

#include <optional>
#include <string>

namespace nopal {

/// What is too narrow for a read, and what to write.
struct MissingDepth {
  std::string text; ///< "2 points away, but ghost zones are 1 wide"
  std::string fix;  ///< "set driver.ghosts: 2"
  /// False: ghost zones are too narrow, but no process of this run has a neighbour along that axis.
  bool is_needed = true;
};

/// Compares a read of these points around an interior point with the grid of a run. Ghost zones must be as wide as the
/// extent along all axes, and the boundary along axes that are not periodic. Axes that do not exist do not count.
/// `whole_columns`: no run splits the k axis between processes.
std::optional<MissingDepth> missing_depth(const Decomposition& decomposition, const Extent& extent,
                                          bool whole_columns = false);

} // namespace nopal
