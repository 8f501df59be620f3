#include "driver/setup/least_ghosts.hpp"

#include "core/check/stage_check.hpp"
#include "core/launch/reach.hpp"

#include <algorithm>
#include <cstdlib>

namespace nopal {

namespace {

long width_of(const Extent& extent, int dimension) {
  long width = 0;
  for (int axis = 0; axis < dimension; ++axis) width = std::max<long>({width, -extent.lower[axis], extent.upper[axis]});
  return width;
}

/// A read of a boundary point along its normal goes inwards, to points that its process owns.
long width_of(const NormalReach& reach, int dimension) {
  long width = 0;
  for (const FieldReach& field : reach.fields)
    for (const Index& offset : field.reads)
      for (int axis = 0; axis < dimension; ++axis)
        if (reach.normal[axis] == 0) width = std::max(width, std::labs(offset[axis]));
  return width;
}

long width_of_kernel(const Routine& routine, const BoundKernel& kernel, const Domain& domain) {
  Region launched = Region::none;
  for (const Clause& clause : routine.writes) launched |= clause.region;
  long width = 0;
  for (const NormalReach& reach : kernel_reach(kernel, domain, launched).normals)
    width = std::max(width, width_of(reach, domain.dimension()));
  for (const Clause& clause : routine.reads)
    if (clause.extent && launched == Region::interior)
      width = std::max(width, width_of(*clause.extent, domain.dimension()));
  return width;
}

long width_of_stencil(const Stencil& stencil, int dimension) {
  long width = 0;
  for (const StencilPhase& phase : stencil.phases)
    for (std::size_t v = 0; v < phase.slots.size(); ++v)
      if (const auto& input = phase.propagation.inputs[v]; input && !phase.chain.variables[v].temporary)
        width = std::max(width, width_of(*input, dimension));
  return width;
}

} // namespace

AutomaticWidths required_widths(const Description& description) {
  AutomaticWidths widths;
  for (const ThornDeclaration& thorn : description.thorns) {
    if (!thorn.requires_grid) continue;
    widths.ghosts = std::max(widths.ghosts, thorn.requires_grid->ghosts);
    widths.boundary = std::max(widths.boundary, thorn.requires_grid->boundary_width);
  }
  widths.boundary = std::max(widths.boundary, widths.ghosts);
  return widths;
}

AutomaticWidths least_widths(const Description& description, Kernels& kernels, const Domain& domain) {
  AutomaticWidths widths = required_widths(description);
  const std::vector<Routine>& routines = description.schedule.routines();
  for (const int id : description.schedule.callable()) {
    const Routine& routine = routines[static_cast<std::size_t>(id)];
    if (routine.is_stencil())
      widths.ghosts = std::max(widths.ghosts, width_of_stencil(*routine.stencil, domain.dimension()));
    else if (routine.is_kernel && !is_of_interior_stage(routines, routine) &&
             kernels.of(routine).kernel().blocks == nullptr)
      widths.ghosts = std::max(widths.ghosts, width_of_kernel(routine, kernels.of(routine), domain));
  }
  widths.boundary = std::max(widths.boundary, widths.ghosts);
  return widths;
}

} // namespace nopal
