#pragma once
// The boxes of each region of a rank's storage, with the normal and the image shift that a kernel needs.

#include "core/grid/decomposition.hpp"

#include <vector>

namespace nopal {

/// A box for the launch of a kernel. All its points have the same outward normal (0 in the interior) and the same
/// periodic image shift. A point has the coordinate of its owner. Along axis i the owner has the index i + image[0].
struct LaunchBox {
  Box box;
  Index normal{0, 0, 0};
  Index image{0, 0, 0};

  bool operator==(const LaunchBox&) const = default;
};

/// Returns disjoint boxes that cover exactly the points of `region` in the rank's storage. Ghosts that are boundary
/// points of another process have the same normal as on that process, so every copy of a point gets the same value.
std::vector<LaunchBox> launch_boxes(const Decomposition& decomposition, int rank, Region region);

} // namespace nopal
