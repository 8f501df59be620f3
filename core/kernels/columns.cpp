#include "core/kernels/columns.hpp"

#include <algorithm>

namespace nopal {

bool share_columns(std::span<const LaunchBox> boxes) {
  const auto overlap = [](const Box& a, const Box& b, int axis) {
    return std::max(a.lower[axis], b.lower[axis]) < std::min(a.upper[axis], b.upper[axis]);
  };
  for (std::size_t a = 0; a < boxes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const Box &one = boxes[a].box, &other = boxes[b].box;
      if (!one.empty() && !other.empty() && overlap(one, other, 0) && overlap(one, other, 1)) return true;
    }
  return false;
}

std::vector<LaunchBox> in_order(std::span<const LaunchBox> boxes, VerticalOrder order) {
  std::vector<LaunchBox> sorted(boxes.begin(), boxes.end());
  if (order == VerticalOrder::parallel) return sorted;
  const long sign = order == VerticalOrder::forward ? 1 : -1;
  std::ranges::stable_sort(sorted, {}, [&](const LaunchBox& box) { return sign * box.box.lower[2]; });
  return sorted;
}

} // namespace nopal
