#include "driver/setup/epochs.hpp"

#include "driver/setup/stencils.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

/// A plan with epochs walks no more iterations than this. One without finds out what repeats.
constexpr std::int64_t most_planned = 10000;

} // namespace

int planned_factor(const RunDescription& run, EpochPlace place) {
  const bool on_host = place == EpochPlace::host;
  const char* const name = on_host ? "driver::blocking_factor" : "accelerator::blocking_factor";
  const auto given = static_cast<int>(run.description.parameters.integer(name));
  const int factor = given == 0 && on_host && run.ghosts.iterations > 1 ? run.ghosts.iterations : given;
  if (run.domain->spec().adaptive) return 0;
  const bool is_known = run.limits.iterations >= 0 && run.limits.iterations <= most_planned;
  return is_known && factor >= (on_host ? 2 : 1) ? factor : 0;
}

std::string why_no_epochs(const RunDescription& run, bool with_device, EpochPlace place) {
  const Parameters& parameters = run.description.parameters;
  if (run.domain->spec().adaptive) return "the run chooses the time step of each iteration (driver.time_step)";
  if (with_device) return "the run has a device, which does not compute epochs yet";
  for (const char* name : {"poison", "guard"})
    if (parameters.boolean(fmt::format("accelerator::{}", name)))
      return fmt::format("accelerator.{} looks at the data after each routine", name);
  if (run.line.compare_plan && place == EpochPlace::host && planned_factor(run, place) == 0)
    return fmt::format("--compare-plan knows epochs only if driver.blocking_factor says how many iterations they have, "
                       "and if the run has at most {} iterations",
                       most_planned);
  return {};
}

EpochPart epoch_part(const Decomposition& decomposition, int rank) {
  EpochPart part{.owned = decomposition.owned(rank)};
  const Box stored = decomposition.stored(rank);
  for (int axis = 0; axis < 3; ++axis) {
    part.lower[axis] = stored.lower[axis] < part.owned.lower[axis];
    part.upper[axis] = stored.upper[axis] > part.owned.upper[axis];
  }
  return part;
}

std::function<const BoundKernel&(const Routine&)> kernels_of(const RunDescription& run) {
  return [&kernels = *run.kernels](const Routine& routine) -> const BoundKernel& { return kernels.of(routine); };
}

EpochMaker epoch_maker(const RunDescription& run, EpochPlace place) {
  return {run.description.variables, run.description.schedule, *run.decomposition, kernels_of(run), place};
}

EpochTileDemand tile_demand(const RunDescription& run, int rank, int threads) {
  const TileWish wish = tile_wish(run.description.parameters, threads);
  return {epoch_part(*run.decomposition, rank).owned, run.domain->dimension(), wish.shape, wish.cache_bytes, threads};
}

} // namespace nopal
