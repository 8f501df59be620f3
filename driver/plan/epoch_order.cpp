#include "driver/plan/epoch_order.hpp"

#include "driver/setup/epochs.hpp"
#include "driver/setup/pass_maker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

constexpr std::size_t most_boxes = 20000;

/// Throws Error if there is no epoch.
std::int64_t first_iteration(const EpochsPlan& plan) {
  const auto found = std::ranges::find_if(plan.sequences, &EpochSequence::has_epochs);
  if (found != plan.sequences.end()) return found->first;
  std::string why = plan.why_none;
  if (why.empty() && !plan.sequences.empty()) why = "of " + plan.sequences.front().end;
  throw Error("--order lists the work of an epoch on the host, but the run has none" +
              (why.empty() ? "" : fmt::format(", because {}", why)));
}

} // namespace

EpochOrder plan_order(const RunDescription& run, const EpochsPlan& plan, int threads) {
  const RunEpoch made = epoch_maker(run).make(first_iteration(plan), plan.most, run.limits.iterations);
  const EpochTileDemand demand = tile_demand(run, 0, threads);
  const StageChain chain = unrolled(made.epoch);
  const Index tile = choose_epoch_tiles(chain, demand).front().shape;
  const PassMaker passes(run, 0);
  const TiledEpoch epoch(chain, passes.stages(made), tile, passes.regions());
  EpochOrder order{made.steps.first, made.epoch.iterations,  tile, epoch.tiles_along_axes(), demand.owned,
                   made.kernels,     epoch.order(most_boxes)};
  if (order.turns.empty())
    throw Error(fmt::format("--order: the {} iterations from iteration {} on have more than {} boxes, which are too "
                            "many to list: give the plan fewer points (driver.cells), fewer iterations "
                            "(driver.blocking_factor) or larger tiles (driver.tile)",
                            order.iterations, order.first, most_boxes));
  return order;
}

} // namespace nopal
