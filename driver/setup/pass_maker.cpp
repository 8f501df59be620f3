#include "driver/setup/pass_maker.hpp"

#include "driver/setup/epochs.hpp"

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

PassCall PassMaker::call(const RunEpoch& made, std::size_t number, const std::vector<LaunchBox>& boxes) const {
  PassCall call;
  call.kernel = &run_.kernels->of(*made.routines[number]);
  call.boxes = boxes;
  for (const Slot slot : call.kernel->fields()) {
    const auto variable = std::ranges::find(made.variables, slot.variable);
    call.variables.push_back(variable == made.variables.end() ? -1
                                                              : static_cast<int>(variable - made.variables.begin()));
  }
  return call;
}

std::vector<PassStage> PassMaker::stages(const RunEpoch& made) const {
  std::vector<PassCall> calls;
  for (std::size_t c = 0; c < made.routines.size(); ++c)
    calls.push_back(call(made, c, boxes_of(made.routines[c]->writes.front().region)));
  return stages_of(made.epoch, calls, epoch_part(run_, rank_));
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
  add_groups(pass);
  return pass;
}

Pass PassMaker::alone(const Routine& routine, const EpochMaker& maker) const {
  Pass pass = routine.is_stencil() ? stencil(routine) : kernel(maker.lone_call(routine));
  add_groups(pass);
  return pass;
}

Pass PassMaker::kernel(const RunEpoch& made) const {
  Pass pass = empty_pass(arrays_of(made));
  // A plan asks for other ranks than this one, so the boxes of Kernels do not count.
  const Region written = made.routines.front()->writes.front().region;
  const PassCall call = this->call(made, 0, launch_boxes(*run_.decomposition, rank_, written));
  PassStage& stage = pass.stages.emplace_back();
  stage.kernel = call.kernel;
  stage.boxes = call.boxes;
  for (std::size_t f = 0; f < call.variables.size(); ++f)
    stage.arrays.push_back(
        call.variables[f] < 0 ? -1 : array_of(made.epoch, call.variables[f], call.kernel->fields()[f].timelevel, 0));
  const EpochCall& declared = made.epoch.calls.front();
  pass.chain.variables.resize(pass.arrays.size());
  Stage& chained = pass.chain.stages.emplace_back();
  chained.name = declared.name;
  for (const EpochRead& read : declared.reads)
    chained.reads.push_back({array_of(made.epoch, read.variable, read.timelevel, 0), read.extent});
  for (const EpochWrite& write : declared.writes)
    chained.writes.push_back(array_of(made.epoch, write.variable, write.timelevel, 0));
  return pass;
}

/// Stage by stage: what the results of a stencil mean. Temporaries exist in the windows only.
Pass PassMaker::stencil(const Routine& routine) const {
  const Stencil& stencil = *routine.stencil;
  StageChain chain;
  std::vector<Slot> arrays;
  const auto number_of = [&](Slot slot) {
    const auto known = std::ranges::find(arrays, slot);
    if (known != arrays.end()) return static_cast<int>(known - arrays.begin());
    arrays.push_back(slot);
    chain.variables.push_back(
        {run_.description.variables.text(slot), run_.description.variables.group_of(slot.variable).temporary});
    return static_cast<int>(arrays.size()) - 1;
  };
  std::vector<PassStage> stages;
  for (StageLaunch& launch : stage_launches(stencil, *run_.decomposition, rank_, {})) {
    const StencilStage& declared = stencil.stages[static_cast<std::size_t>(launch.stage)];
    Stage& chained = chain.stages.emplace_back();
    chained.name = declared.name;
    for (const StencilRead& read : declared.reads) chained.reads.push_back({number_of(read.slot), read.extent});
    for (const Slot slot : declared.writes) chained.writes.push_back(number_of(slot));
    PassStage& stage = stages.emplace_back();
    stage.kernel = &run_.kernels->of(run_.description.schedule.routines()[static_cast<std::size_t>(launch.routine)]);
    stage.boxes = std::move(launch.boxes);
    for (const Slot slot : stage.kernel->fields())
      stage.arrays.push_back(run_.description.variables.group_of(slot.variable).kind == GroupKind::gf ? number_of(slot)
                                                                                                      : -1);
  }
  Pass pass = empty_pass(std::move(arrays));
  pass.chain = std::move(chain);
  pass.stages = std::move(stages);
  return pass;
}

} // namespace nopal
