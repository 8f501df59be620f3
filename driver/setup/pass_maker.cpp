#include "driver/setup/pass_maker.hpp"

#include "driver/setup/epochs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

/// The slots of the arrays of an epoch before it.
std::vector<Slot> arrays_of(const RunEpoch& made) {
  std::vector<Slot> arrays;
  for (std::size_t v = 0; v < made.variables.size(); ++v)
    for (int timelevel = 0; timelevel < made.epoch.timelevels[v]; ++timelevel)
      arrays.push_back({made.variables[v], timelevel});
  return arrays;
}

} // namespace

std::string pass_name(const RunEpoch& made, const Variables& variables) {
  const int n = made.epoch.iterations;
  std::vector<std::string> names;
  for (const Routine* item : made.items) // the stages of a stencil follow each other
    if (names.empty() || names.back() != item->full_name()) names.push_back(item->full_name());
  std::string name = fmt::format("epoch of {} iteration{} of {}{}", n, n == 1 ? "" : "s", fmt::join(names, ", "),
                                 made.epoch.keeps_oldest ? ", before output or the end" : "");
  for (const ReducedSlot& each : made.reduced) name += fmt::format(", reduces {}", variables.text(each.slot));
  return name;
}

PassMaker::PassMaker(const RunDescription& run, int rank)
    : run_(run), rank_(rank), stored_(run.decomposition->stored(rank)),
      spaces_(run.description.variables, *run.decomposition, rank) {}

PassRegions PassMaker::regions() const {
  const Domain& domain = *run_.domain;
  PassRegions regions{stored_, stored_};
  for (int axis = 0; axis < 3; ++axis)
    if (!domain.periodic(axis)) {
      regions.interior.lower[axis] = std::max(stored_.lower[axis], domain.interior().lower[axis]);
      regions.interior.upper[axis] = std::min(stored_.upper[axis], domain.interior().upper[axis]);
    }
  return regions;
}

/// Ghosts count as what they are at their owner.
std::vector<LaunchBox> PassMaker::boxes_of(Region region) const {
  std::vector<LaunchBox> boxes;
  for (const LaunchBox& box : launch_boxes(*run_.decomposition, rank_, Region::everywhere))
    if (any(region & (box.normal == Index{0, 0, 0} ? Region::interior : Region::boundary))) boxes.push_back(box);
  return boxes;
}

PassCall PassMaker::call(const RunEpoch& made, std::size_t number, std::vector<LaunchBox> boxes) const {
  PassCall call;
  call.kernel = &run_.kernels->of(*made.kernels[number]);
  call.boxes = std::move(boxes);
  for (const Slot slot : call.kernel->fields()) {
    const auto variable = std::ranges::find(made.variables, slot.variable);
    call.variables.push_back(variable == made.variables.end() ? -1
                                                              : static_cast<int>(variable - made.variables.begin()));
  }
  return call;
}

std::vector<PassStage> PassMaker::stages(const RunEpoch& made) const {
  std::vector<PassCall> calls;
  for (std::size_t c = 0; c < made.kernels.size(); ++c) {
    const Region region = made.kernels[c]->writes.front().region;
    // A stage of a stencil may compute points around the interior, too. They count as interior.
    calls.push_back(call(made, c,
                         region == Region::interior
                             ? interior_boxes(*run_.domain, intersection(made.epoch.calls[c].boxes.front(), stored_))
                             : boxes_of(region)));
  }
  return stages_of(made.epoch, calls, epoch_part(*run_.decomposition, rank_));
}

/// A pass without stages.
Pass PassMaker::empty_pass(std::vector<Slot> arrays) const {
  Pass pass;
  pass.arrays = std::move(arrays);
  pass.layout = spaces_.part(pass.arrays.front()).layout();
  pass.returned = stored_; // the host may hold valid values in all points that the pass does not write
  pass.axis = run_.domain->dimension() - 1;
  pass.regions = {run_.decomposition->interior(rank_), run_.decomposition->owned(rank_)};
  return pass;
}

void PassMaker::add_groups(Pass& pass) const {
  for (const PassStage& stage : pass.stages)
    for (std::size_t f = 0; f < stage.arrays.size(); ++f)
      if (const Slot slot = stage.kernel->fields()[f]; stage.arrays[f] < 0)
        pass.groups.emplace(slot, spaces_.part(slot).layout());
}

Pass PassMaker::epoch(const RunEpoch& made) const {
  Pass pass = empty_pass(arrays_of(made));
  pass.chain = unrolled(made.epoch);
  pass.stages = stages(made);
  pass.returned = run_.decomposition->owned(rank_);
  pass.regions = regions();
  for (const ReducedSlot& each : made.reduced)
    pass.reductions.push_back({each.array, run_.description.variables.group_of(each.slot.variable).type, each.wanted});
  add_groups(pass);
  return pass;
}

/// A stencil runs stage by stage: this is what its results mean. A plan asks for other ranks than this one, so the
/// boxes of Kernels do not count.
std::vector<std::vector<LaunchBox>> PassMaker::boxes_alone(const Routine& routine) const {
  std::vector<std::vector<LaunchBox>> boxes;
  if (routine.is_stencil())
    for (StageLaunch& launch : stage_launches(*routine.stencil, *run_.decomposition, rank_, {}))
      boxes.push_back(std::move(launch.boxes));
  else
    boxes.push_back(launch_boxes(*run_.decomposition, rank_, routine.writes.front().region));
  return boxes;
}

Pass PassMaker::alone(const Routine& routine, const EpochMaker& maker) const {
  const RunEpoch made = maker.lone_call(routine);
  Pass pass = empty_pass(arrays_of(made));
  pass.chain = chain_of(made.epoch, 0);
  std::vector<std::vector<LaunchBox>> boxes = boxes_alone(routine);
  for (std::size_t c = 0; c < made.kernels.size(); ++c)
    pass.stages.push_back(stage_of(made.epoch, call(made, c, std::move(boxes[c])), static_cast<int>(c), 0));
  // The clock of the call is the only one.
  for (PassStage& stage : pass.stages) stage.iteration = 1;
  add_groups(pass);
  return pass;
}

} // namespace nopal
