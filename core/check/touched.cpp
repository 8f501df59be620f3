#include "core/check/touched.hpp"

#include <algorithm>

namespace nopal {

namespace {

Decomposition two_along_each_axis(DomainSpec spec, long reach) {
  const long width = 2 * (reach + spec.ghosts + spec.boundary_width + 4);
  int size = 1;
  Index processes{1, 1, 1};
  for (int axis = 0; axis < spec.dimension; ++axis) {
    spec.cells[axis] = 2 * width;
    processes[axis] = 2;
    size *= 2;
  }
  return {Domain(spec), size, processes};
}

bool leaves(const Box& box, const Box& from) { return !box.empty() && !from.contains(box); }

/// The points of a box of the boundary that lie in these layers.
Box in_layer(Box box, const Index& normal, const Index& layer) {
  for (int axis = 0; axis < 3; ++axis) {
    if (normal[axis] == 0 || layer[axis] == 0) continue;
    const long index = normal[axis] < 0 ? box.upper[axis] - layer[axis] : box.lower[axis] + layer[axis] - 1;
    box.lower[axis] = std::max(box.lower[axis], index);
    box.upper[axis] = std::min(box.upper[axis], index + 1);
  }
  return box;
}

} // namespace

TouchedRegions::TouchedRegions(const DomainSpec& spec, long reach) : decomposition_(two_along_each_axis(spec, reach)) {}

const std::vector<LaunchBox>& TouchedRegions::boxes(int rank, Region from) {
  auto [found, fresh] = boxes_.try_emplace({rank, from});
  if (fresh) found->second = launch_boxes(decomposition_, rank, from);
  return found->second;
}

TouchedRegions::Touched TouchedRegions::at(Region from, const Index& normal, const Index& offset, const Index& layer) {
  Touched touched;
  for (int rank = 0; rank < decomposition_.size(); ++rank) {
    const Box interior = decomposition_.interior(rank), owned = decomposition_.owned(rank);
    const Box stored = decomposition_.stored(rank);
    for (const LaunchBox& box : boxes(rank, from)) {
      if (box.normal != normal) continue;
      const Box points = in_layer(box.box, normal, layer);
      if (points.empty()) continue;
      const Box target = points.shifted(offset);
      if (!intersection(target, interior).empty()) touched.regions |= Region::interior;
      if (leaves(intersection(target, owned), interior)) touched.regions |= Region::boundary;
      if (leaves(intersection(target, stored), owned)) touched.regions |= Region::ghosts;
      if (leaves(target, stored)) touched.beyond = true;
    }
  }
  return touched;
}

} // namespace nopal
