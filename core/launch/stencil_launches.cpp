#include "core/launch/stencil_launches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// Whether the extents of the stencil count along this axis.
bool is_extended(const Stencil& stencil, const Domain& domain, int axis) {
  return domain.exists(axis) && !(stencil.vertical && axis == 2);
}

/// Returns the points that a stage with the extent `computed` computes on a rank.
Box computed_box(const Stencil& stencil, const Decomposition& decomposition, int rank, const Extent& computed) {
  Box box = decomposition.interior(rank);
  if (box.empty()) return box;
  for (int axis = 0; axis < 3; ++axis) {
    if (!is_extended(stencil, decomposition.domain(), axis)) continue;
    box.lower[axis] += computed.lower[axis];
    box.upper[axis] += computed.upper[axis];
  }
  return intersection(box, decomposition.stored(rank));
}

/// The number of layers that every process stores around its interior points along an axis, on both sides. Behind a
/// face of the grid these are boundary points, and behind other faces they are ghosts.
long layers_around(const Decomposition& decomposition, int axis) {
  const DomainSpec& spec = decomposition.domain().spec();
  if (decomposition.domain().periodic(axis)) return spec.ghosts;
  return decomposition.process_grid()[axis] == 1 ? spec.boundary_width : std::min(spec.ghosts, spec.boundary_width);
}

/// Appends the launches of an interior stage.
void add_interior(std::vector<StageLaunch>& launches, const Stencil& stencil, int stage,
                  const Decomposition& decomposition, const Box& box, std::span<const long> splitters) {
  const StencilStage& its = stencil.stages[stage];
  const std::size_t first = launches.size();
  for (const IntervalKernel& kernel : its.kernels) {
    Box part = box;
    if (its.has_intervals) {
      const VerticalRange range = range_of(kernel.interval, splitters);
      part.lower[2] = std::max(part.lower[2], range.lower);
      part.upper[2] = std::min(part.upper[2], range.upper);
    }
    launches.push_back({stage, kernel.routine, interior_boxes(decomposition.domain(), part)});
  }
  if (its.order == VerticalOrder::backward)
    std::reverse(launches.begin() + static_cast<std::ptrdiff_t>(first), launches.end());
}

} // namespace

std::vector<StageLaunch> stage_launches(const Stencil& stencil, const Decomposition& decomposition, int rank,
                                        std::span<const long> splitters) {
  std::vector<StageLaunch> launches;
  for (int s = 0; s < static_cast<int>(stencil.stages.size()); ++s) {
    const StencilStage& stage = stencil.stages[s];
    const std::optional<Extent> computed = stencil.computed(s);
    if (!computed) continue;
    if (stage.region == Region::interior)
      add_interior(launches, stencil, s, decomposition, computed_box(stencil, decomposition, rank, *computed),
                   splitters);
    else
      for (const IntervalKernel& kernel : stage.kernels)
        launches.push_back({s, kernel.routine, launch_boxes(decomposition, rank, stage.region)});
  }
  return launches;
}

std::string stage_outside_storage(const Stencil& stencil, const Decomposition& decomposition, const std::string& name) {
  for (int s = 0; s < static_cast<int>(stencil.stages.size()); ++s) {
    const std::optional<Extent> computed = stencil.computed(s);
    if (!computed || stencil.stages[s].region != Region::interior) continue;
    for (int axis = 0; axis < 3; ++axis) {
      if (!is_extended(stencil, decomposition.domain(), axis)) continue;
      const long needed = std::max<long>(-computed->lower[axis], computed->upper[axis]);
      const long stored = layers_around(decomposition, axis);
      if (needed <= stored) continue;
      const bool periodic = decomposition.domain().periodic(axis);
      const bool split = decomposition.process_grid()[axis] > 1;
      return fmt::format("stencil {}: stage \"{}\" computes on {}, so it needs {} layers around the interior along {}, "
                         "but this run stores {}: set {} to {} or more, or remove \"device: true\" from the stencil",
                         name, stencil.stages[s].name, computed->text(), needed, "ijk"[axis], stored,
                         periodic ? "driver.ghosts"
                         : split  ? "driver.ghosts and driver.boundary_width"
                                  : "driver.boundary_width",
                         needed);
    }
  }
  return "";
}

} // namespace nopal
