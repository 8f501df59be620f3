#pragma once
// The boxes that make up each region of a rank's storage, each with what a kernel must know of it.

#include "core/grid/decomposition.hpp"

#include <vector>

namespace nopal {

/// A box to launch a kernel over. All its points have the same outward normal (0 in the interior) and the
/// same periodic image shift: a point's coordinate is that of its owner, index i + image[0].
struct LaunchBox {
  Box box;
  Index normal{0, 0, 0};
  Index image{0, 0, 0};

  bool operator==(const LaunchBox&) const = default;
};

/// Disjoint boxes that cover exactly the points of `region` in the rank's storage. Ghosts that are another
/// process's boundary points carry its normal, so that every copy of a point is computed alike.
std::vector<LaunchBox> launch_boxes(const Decomposition& decomposition, int rank, Region region);

/// Number of points of each base region, summed over those in `region`.
long region_points(const Decomposition& decomposition, int rank, Region region);

} // namespace nopal
