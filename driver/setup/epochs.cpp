#include "driver/setup/epochs.hpp"

#include "driver/setup/stencils.hpp"

#include <fmt/format.h>

namespace nopal {

std::string why_no_epochs(const RunDescription& run, bool with_device, EpochPlace place) {
  const Parameters& parameters = run.description.parameters;
  if (with_device) return "the run has a device, which does not compute epochs yet";
  for (const char* name : {"poison", "guard"})
    if (parameters.boolean(fmt::format("accelerator::{}", name)))
      return fmt::format("accelerator.{} looks at the data after each routine", name);
  // The plan of a run whose data stream has epochs, too.
  if (run.line.compare_plan && place == EpochPlace::host) return "--compare-plan compares iteration by iteration";
  return {};
}

EpochPart epoch_part(const RunDescription& run, int rank) {
  EpochPart part{.owned = run.decomposition->owned(rank)};
  const Box stored = run.decomposition->stored(rank);
  for (int axis = 0; axis < 3; ++axis) {
    part.lower[axis] = stored.lower[axis] < part.owned.lower[axis];
    part.upper[axis] = stored.upper[axis] > part.owned.upper[axis];
  }
  return part;
}

EpochMaker epoch_maker(const RunDescription& run, EpochPlace place) {
  return {run.description.variables, run.description.schedule, *run.decomposition,
          [&kernels = *run.kernels](const Routine& routine) -> const BoundKernel& { return kernels.of(routine); },
          place};
}

EpochTileDemand tile_demand(const RunDescription& run, int rank, int threads) {
  const TileWish wish = tile_wish(run.description.parameters, threads);
  return {epoch_part(run, rank).owned, run.domain->dimension(), wish.shape, wish.cache_bytes, threads};
}

} // namespace nopal
