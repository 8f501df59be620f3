#include "core/plan/epoch_maker.hpp"

#include "core/launch/stencil_launches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

/// Along a periodic axis the points of a call have no end. Epochs need no more points than this.
constexpr long no_end = 1L << 40;

std::vector<int> routine_ids(const std::vector<const Routine*>& routines) {
  std::vector<int> ids;
  for (const Routine* routine : routines) ids.push_back(routine->id);
  return ids;
}

RunEpoch no_epoch(RunEpoch made, std::string why) {
  made.steps.iterations = 0;
  made.steps.end = std::move(why);
  return made;
}

} // namespace

std::string RunEpoch::key() const { return fmt::format("{}", fmt::join(routine_ids(kernels), " ")); }

std::string RunEpoch::stages_key() const {
  std::string text = fmt::format("{} {} {} {}", key(), epoch.iterations, epoch.keeps_oldest,
                                 fmt::join(std::vector<int>(epoch.gives.begin(), epoch.gives.end()), " "));
  for (const ReducedSlot& each : reduced)
    text += fmt::format(" {}:{:d}{:d}{:d}{:d}", each.array, each.wanted.extremes, each.wanted.sum,
                        each.wanted.magnitudes, each.wanted.squares);
  return text;
}

EpochMaker::EpochMaker(const Variables& variables, const Schedule& schedule, const Decomposition& decomposition,
                       std::function<const BoundKernel&(const Routine&)> kernel_of, EpochPlace place)
    : variables_(variables), schedule_(schedule), decomposition_(decomposition), domain_(decomposition.domain()),
      kernel_of_(std::move(kernel_of)), place_(place),
      search_(schedule, domain_, [this](const Routine& routine) { return obstacle(routine); }) {
  for (int axis = 0; axis < 3; ++axis)
    exchanged_[axis] = domain_.periodic(axis) || decomposition.process_grid()[axis] > 1;
}

const KernelExtents& EpochMaker::extents(const Routine& routine) const {
  const auto known = extents_.find(routine.id);
  if (known != extents_.end()) return known->second;
  // Every rank must find the same, so the normals are those of the whole grid.
  const Region written = routine.writes.front().region;
  std::vector<Index> normals;
  if (any(written & Region::interior)) normals.push_back({0, 0, 0});
  for (int number = 0; number < 27 && any(written & Region::boundary); ++number) {
    const Index normal{number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1};
    bool is_there = normal != Index{0, 0, 0};
    for (int axis = 0; axis < 3; ++axis)
      is_there &= normal[axis] == 0 || (domain_.exists(axis) && !domain_.periodic(axis));
    if (is_there) normals.push_back(normal);
  }
  KernelExtents found = kernel_extents(kernel_of_(routine), normals);
  for (FieldExtent& field : found.fields)
    for (int axis = domain_.dimension(); axis < 3 && field.read; ++axis)
      field.read->lower[axis] = field.read->upper[axis] = 0;
  return extents_.emplace(routine.id, std::move(found)).first->second;
}

std::string EpochMaker::obstacle_in_kernel(const Routine& routine) const {
  if (kernel_of_(routine).kernel().blocks != nullptr) return "its threads work together in blocks";
  for (const Clause& clause : routine.writes)
    if (variables_.group_of(clause.slot.variable).kind != GroupKind::gf)
      return fmt::format("it writes {}, which is no grid function", variables_.text(clause.slot));
  return extents(routine).unknown;
}

/// The stages of the stencil run as kernels that compute all their points before the next stage.
std::string EpochMaker::obstacle_in_stencil(const Routine& routine) const {
  const Stencil& stencil = *routine.stencil;
  if (stencil.vertical) return "its stages have an order or intervals along k";
  for (int s = 0; s < static_cast<int>(stencil.stages.size()); ++s)
    if (stencil.computed(s))
      if (std::string why = obstacle_in_kernel(kernel_of_stage(stencil, s)); !why.empty())
        return fmt::format("stage \"{}\": {}", stencil.stages[static_cast<std::size_t>(s)].name, why);
  return {};
}

RunEpoch EpochMaker::lone_call(const Routine& routine) const {
  RunEpoch made;
  add_call(routine, 0, made); // a call on its own gets the clock of its step
  return made;
}

std::string EpochMaker::why_not_streamed(const Routine& routine) const {
  if (routine.is_stencil()) return obstacle_in_stencil(routine);
  if (routine.is_loop()) return "it runs over a set";
  if (!routine.is_kernel) return "it is a function";
  if (std::string why = obstacle_in_kernel(routine); !why.empty()) return why;
  if (update_with_neighbours(lone_call(routine).epoch) != nullptr)
    return "it reads neighbours of what it writes, so the result depends on the order of the points";
  return {};
}

std::string EpochMaker::obstacle(const Routine& routine) const {
  if (routine.polls) return {};
  if (routine.is_loop()) return "it runs over a set";
  if (!routine.calls_kernels()) return "it is a function";
  if (place_ == EpochPlace::device && !routine.device) return "it runs on the host";
  std::string why = routine.is_stencil() ? obstacle_in_stencil(routine) : obstacle_in_kernel(routine);
  if (!why.empty()) return why;
  if (routine.is_stencil() && !stage_outside_storage(*routine.stencil, decomposition_, {}).empty())
    return "a stage computes more points than a process stores";
  for (const Clause& clause : routine.writes)
    if (any(clause.region & Region::ghosts) && exchanges()) return "it writes ghosts";
  // All iterations of an epoch get the values that scalars have after the cycles of all of them.
  for (const Clause& clause : routine.reads)
    if (const Group& group = variables_.group_of(clause.slot.variable);
        group.kind != GroupKind::gf && group.timelevels > 1)
      return fmt::format("it reads {}, whose timelevels change in each iteration", variables_.text(clause.slot));
  return {};
}

/// Removes the ends of a box along periodic axes.
Box EpochMaker::endless(Box box) const {
  for (int axis = 0; axis < 3; ++axis) {
    if (!domain_.periodic(axis)) continue;
    box.lower[axis] = -no_end;
    box.upper[axis] = no_end;
  }
  return box;
}

std::vector<Box> EpochMaker::boxes_of(Region region) const {
  const Box all = endless(domain_.points()), interior = endless(domain_.interior());
  std::vector<Box> boxes;
  if (any(region & Region::boundary)) boxes = difference(all, interior);
  if (any(region & Region::interior)) boxes.push_back(interior);
  return boxes;
}

std::vector<Box> EpochMaker::boxes_of_stage(const Stencil& stencil, int stage) const {
  const Region region = stencil.stages[static_cast<std::size_t>(stage)].region;
  if (region != Region::interior) return boxes_of(region);
  Box interior = domain_.interior();
  const Extent computed = *stencil.computed(stage);
  for (int axis = 0; axis < 3; ++axis) {
    interior.lower[axis] += computed.lower[axis];
    interior.upper[axis] += computed.upper[axis];
  }
  return {endless(interior)};
}

/// Without boxes.
EpochCall EpochMaker::call_of(const Routine& kernel, RunEpoch& made) const {
  const auto number_of = [&](int variable) {
    const auto known = std::ranges::find(made.variables, variable);
    if (known != made.variables.end()) return static_cast<int>(known - made.variables.begin());
    made.variables.push_back(variable);
    made.epoch.timelevels.push_back(variables_.timelevels(variable));
    made.epoch.temporaries.push_back(variables_.group_of(variable).temporary ? 1 : 0);
    return static_cast<int>(made.variables.size()) - 1;
  };
  EpochCall call;
  call.name = kernel.full_name();
  call.reads_first = extents(kernel).reads_first;
  for (const FieldExtent& field : extents(kernel).fields) {
    const int variable = number_of(field.slot.variable);
    const Region written = regions_of(kernel.writes, field.slot), read = regions_of(kernel.reads, field.slot);
    // The ghosts are points that the process may compute itself.
    const bool elsewhere = !any(read & written) && !(exchanges() && any(read & Region::ghosts));
    if (field.read) call.reads.push_back({variable, field.slot.timelevel, *field.read, elsewhere});
    if (field.written) call.writes.push_back({variable, field.slot.timelevel});
  }
  return call;
}

const Routine& EpochMaker::kernel_of_stage(const Stencil& stencil, int stage) const {
  const int kernel = stencil.stages[static_cast<std::size_t>(stage)].kernels.front().routine;
  return schedule_.routines()[static_cast<std::size_t>(kernel)];
}

/// Appends the call of a kernel, or one for each stage of a stencil that has anything to compute.
void EpochMaker::add_call(const Routine& item, double time_offset, RunEpoch& made) const {
  const auto add = [&](const Routine& kernel, std::vector<Box> boxes) {
    made.kernels.push_back(&kernel);
    made.items.push_back(&item);
    made.epoch.calls.push_back(call_of(kernel, made));
    made.epoch.calls.back().boxes = std::move(boxes);
    made.epoch.calls.back().time_offset = time_offset;
  };
  if (!item.is_stencil()) return add(item, boxes_of(item.writes.front().region));
  for (int s = 0; s < static_cast<int>(item.stencil->stages.size()); ++s)
    if (item.stencil->computed(s)) add(kernel_of_stage(*item.stencil, s), boxes_of_stage(*item.stencil, s));
}

void EpochMaker::add_calls(RunEpoch& made) const {
  int iterations = 0;
  for (const Step& step : made.steps.steps) {
    if (step.kind == StepKind::begin_iteration && ++iterations > 1) break;
    if (step.kind == StepKind::call && step.routine->calls_kernels()) add_call(*step.routine, step.time_offset, made);
  }
}

long EpochMaker::ghosts_for(const RunEpoch& made) const {
  const DeepGhosts deep = deep_ghosts(unrolled(made.epoch));
  long width = 0;
  const auto add = [&](const Extent& extent) {
    for (int axis = 0; axis < 3; ++axis)
      if (exchanged_[axis]) width = std::max<long>({width, -extent.lower[axis], extent.upper[axis]});
  };
  for (const Extent& extent : deep.stages) add(extent);
  for (const auto& extent : deep.arrays)
    if (extent) add(*extent);
  return width;
}

/// Whether a routine that is not part of the epoch may read the oldest timelevel, now or at the end of the run.
bool EpochMaker::others_read_oldest(const RunEpoch& made, int variable) const {
  const Slot oldest{made.variables[static_cast<std::size_t>(variable)],
                    made.epoch.timelevels[static_cast<std::size_t>(variable)] - 1};
  const auto is_part = [&](const Routine& routine) {
    return std::ranges::find(made.items, &routine) != made.items.end() ||
           std::ranges::find(made.kernels, &routine) != made.kernels.end();
  };
  return std::ranges::any_of(schedule_.routines(), [&](const Routine& routine) {
    return !is_part(routine) && any(regions_of(routine.reads, oldest));
  });
}

std::vector<Slot> EpochMaker::missing_ghosts(const RunEpoch& made, const Validity& validity) const {
  const auto before = read_from_before(made.epoch, endless(domain_.points()), deep_ghosts(unrolled(made.epoch)));
  std::vector<Slot> missing;
  for (std::size_t v = 0; v < made.variables.size(); ++v)
    for (int timelevel = 0; timelevel < made.epoch.timelevels[v]; ++timelevel) {
      const auto& extent = before[static_cast<std::size_t>(array_of(made.epoch, static_cast<int>(v), timelevel, 0))];
      const Slot slot{made.variables[v], timelevel};
      bool needed = false;
      for (int axis = 0; axis < 3 && extent; ++axis)
        needed |= exchanged_[axis] && (extent->lower[axis] != 0 || extent->upper[axis] != 0);
      if (needed && any(validity.valid_anywhere(slot) & Region::interior) &&
          !any(validity.valid_anywhere(slot) & Region::ghosts))
        missing.push_back(slot);
    }
  return missing;
}

/// Whether a routine of the epoch reads ghosts of the variable by its own clauses. If they are not valid, this must
/// stay an error.
bool EpochMaker::reads_ghosts(const RunEpoch& made, int variable) const {
  return std::ranges::any_of(made.items, [&](const Routine* item) {
    return std::ranges::any_of(item->reads, [&](const Clause& clause) {
      return clause.slot.variable == variable && any(clause.region & Region::ghosts);
    });
  });
}

std::vector<ReducedSlot> EpochMaker::reduced_after(const RunEpoch& made) const {
  const StageChain chain = unrolled(made.epoch);
  std::vector<ReducedSlot> reduced;
  for (const Routine* routine : made.steps.output)
    for (const Clause& clause : routine->reads) {
      const auto variable = std::ranges::find(made.variables, clause.slot.variable);
      if (!clause.is_reduced() || variable == made.variables.end()) continue;
      const int array =
          array_after(made.epoch, static_cast<int>(variable - made.variables.begin()), clause.slot.timelevel);
      if (!writes(chain, array)) continue;
      const auto known = std::ranges::find(reduced, clause.slot, &ReducedSlot::slot);
      if (known != reduced.end())
        known->wanted |= clause.moments;
      else
        reduced.push_back({clause.slot, array, clause.moments});
    }
  return reduced;
}

// If the next output is less than two epochs away, the two are of equal length.
EpochSteps EpochMaker::steps(std::int64_t first, int most, std::int64_t last) const {
  const std::int64_t twice = 2 * std::int64_t{most};
  const std::int64_t ahead = last < 0 ? twice : std::min(twice, last - first + 1);
  EpochSteps found = search_.find(first, static_cast<int>(ahead));
  const int n = found.iterations;
  if (n > most) found.shorten(n == 2 * most ? most : (n + 1) / 2);
  return found;
}

int EpochMaker::most_with_ghosts(RunEpoch made) const {
  while (made.epoch.iterations >= least() && ghosts_for(made) > domain_.spec().ghosts) --made.epoch.iterations;
  return made.epoch.iterations;
}

std::vector<Slot> EpochMaker::exchanged_after(const RunEpoch& made, const Validity& validity) const {
  const StageChain chain = unrolled(made.epoch);
  std::vector<Slot> slots;
  for (int v = 0; v < static_cast<int>(made.variables.size()); ++v)
    for (int timelevel = 0; timelevel < made.epoch.timelevels[static_cast<std::size_t>(v)]; ++timelevel) {
      const int array = array_after(made.epoch, v, timelevel);
      const Slot slot{made.variables[static_cast<std::size_t>(v)], timelevel};
      if (writes(chain, array) && !made.epoch.is_temporary(v) &&
          validity.valid(slot, Region::everywhere & validity.tracked(slot.variable), host_place))
        slots.push_back(slot);
    }
  return slots;
}

RunEpoch EpochMaker::make(std::int64_t first, int most, std::int64_t last, const Validity* validity) const {
  RunEpoch made = make_once(first, most, last, validity);
  if (place_ == EpochPlace::host || most <= 1 || made.steps.iterations >= 1) return made;
  std::string why = std::move(made.steps.end);
  made = make_once(first, 1, last, validity);
  made.why_one = std::move(why);
  return made;
}

RunEpoch EpochMaker::make_with_any_ghosts(std::int64_t first, int most, std::int64_t last) const {
  RunEpoch made;
  made.steps = steps(first, most, last);
  if (made.steps.iterations < least()) return made;
  add_calls(made);
  Epoch& epoch = made.epoch;
  if (epoch.calls.empty()) return no_epoch(made, "iterations that call no kernel");
  if (const EpochCall* in_place = update_with_neighbours(epoch))
    return no_epoch(
        made, fmt::format("{} reads neighbours of what it writes, so the result depends on the order of the points",
                          in_place->name));
  for (int v = 0; v < static_cast<int>(made.variables.size()); ++v)
    epoch.gives.push_back(may_give_storage(epoch, v) && !others_read_oldest(made, v) ? 1 : 0);
  epoch.iterations = made.steps.iterations;
  epoch.keeps_oldest = made.steps.output_follows || made.last() == last;
  return made;
}

RunEpoch EpochMaker::make_once(std::int64_t first, int most, std::int64_t last, const Validity* validity) const {
  RunEpoch made = make_with_any_ghosts(first, most, last);
  if (made.steps.iterations < least()) return made;
  Epoch& epoch = made.epoch;
  if (exchanges()) {
    epoch.keeps_oldest = false;
    const auto known = most_.find(routine_ids(made.kernels));
    int enough = known != most_.end() ? known->second : most_with_ghosts(made);
    if (enough < epoch.iterations) {
      most_.emplace(routine_ids(made.kernels), enough);
      if (enough < least())
        return no_epoch(made, fmt::format("driver.ghosts: {} are too few for {} iteration{} between two exchanges",
                                          domain_.spec().ghosts, least(), least() == 1 ? "" : "s"));
      made.steps.shorten(enough);
      epoch.iterations = enough;
    }
  }
  epoch.keeps_oldest = made.steps.output_follows || made.last() == last;
  if (place_ == EpochPlace::device) made.reduced = reduced_after(made);
  if (!exchanges() || validity == nullptr) return made;
  made.missing_ghosts = missing_ghosts(made, *validity);
  for (const Slot slot : made.missing_ghosts) {
    if (reads_ghosts(made, slot.variable))
      return no_epoch(made, fmt::format("the ghosts of {} are not valid before it", variables_.text(slot)));
    const Region owned = Region::owned & validity->tracked(slot.variable);
    if ((validity->valid_anywhere(slot) & owned) != owned)
      return no_epoch(
          made, fmt::format("the ghosts of {} are not valid before it, and cannot be exchanged, because no routine has "
                            "written its boundary",
                            variables_.text(slot)));
  }
  return made;
}

} // namespace nopal
