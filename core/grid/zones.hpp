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
  Index edge{0, 0, 0}; ///< along an axis with a normal: the index of the interior points next to the boundary

  bool operator==(const LaunchBox&) const = default;
};

/// Returns disjoint boxes that cover exactly the points of `region` in the rank's storage. Ghosts that are boundary
/// points of another process have the same normal as on that process, so every copy of a point gets the same value.
std::vector<LaunchBox> launch_boxes(const Decomposition& decomposition, int rank, Region region);

/// Returns disjoint boxes that cover exactly the points of `box`. It lies in some rank's storage. The points count as
/// interior, wherever they lie: their normals are 0. This is how the stages of a stencil compute boundary points and
/// ghosts that later stages read.
std::vector<LaunchBox> interior_boxes(const Domain& domain, const Box& box);
/// The same. Replaces the contents of `result`.
void interior_boxes(const Domain& domain, const Box& box, std::vector<LaunchBox>& result);

} // namespace nopal
