#pragma once
// The order of the boxes of a launch, for kernels that compute the points of a column in order (Kernel::order).

#include "core/grid/zones.hpp"
#include "core/stencils/vertical.hpp"

#include <span>
#include <vector>

namespace nopal {

/// Returns true if two boxes have points in one column, that is, with the same i and the same j. Such boxes cannot be
/// computed at the same time by a kernel with an order.
bool share_columns(std::span<const LaunchBox> boxes);

/// Returns the boxes in the order in which one thread must compute them: by ascending k for forward, by descending k
/// for backward. The boxes are disjoint. Boxes at the same k keep their order.
std::vector<LaunchBox> in_order(std::span<const LaunchBox> boxes, VerticalOrder order);

} // namespace nopal
