#include "core/plan/epoch_maker.hpp"

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

} // namespace

std::string RunEpoch::key() const { return fmt::format("{}", fmt::join(routine_ids(routines), " ")); }

std::string RunEpoch::stages_key() const {
  return fmt::format("{} {} {} {}", key(), epoch.iterations, epoch.keeps_oldest,
                     fmt::join(std::vector<int>(epoch.gives.begin(), epoch.gives.end()), " "));
}

EpochMaker::EpochMaker(const Variables& variables, const Schedule& schedule, const Decomposition& decomposition,
                       std::function<const BoundKernel&(const Routine&)> kernel_of, EpochPlace place)
    : variables_(variables), schedule_(schedule), domain_(decomposition.domain()), kernel_of_(std::move(kernel_of)),
      place_(place), search_(schedule, domain_, [this](const Routine& routine) { return obstacle(routine); }) {
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

RunEpoch EpochMaker::lone_call(const Routine& routine) const {
  RunEpoch made;
  made.routines.push_back(&routine);
  made.epoch.calls.push_back(call_of(routine, made));
  return made;
}

std::string EpochMaker::why_not_streamed(const Routine& routine) const {
  if (routine.is_stencil()) return routine.stencil->vertical ? "its stages have an order or intervals along k" : "";
  if (!routine.is_kernel) return "it is a function";
  if (std::string why = obstacle_in_kernel(routine); !why.empty()) return why;
  if (update_with_neighbours(lone_call(routine).epoch) != nullptr)
    return "it reads neighbours of what it writes, so the result depends on the order of the points";
  return {};
}

std::string EpochMaker::obstacle(const Routine& routine) const {
  if (routine.is_stencil()) return "it is a stencil, whose stages are not tiled together with other iterations yet";
  if (routine.polls) return {};
  if (!routine.is_kernel) return "it is a function";
  if (place_ == EpochPlace::device && !routine.device) return "it runs on the host";
  if (std::string why = obstacle_in_kernel(routine); !why.empty()) return why;
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

EpochCall EpochMaker::call_of(const Routine& routine, RunEpoch& made) const {
  const auto number_of = [&](int variable) {
    const auto known = std::ranges::find(made.variables, variable);
    if (known != made.variables.end()) return static_cast<int>(known - made.variables.begin());
    made.variables.push_back(variable);
    made.epoch.timelevels.push_back(variables_.timelevels(variable));
    return static_cast<int>(made.variables.size()) - 1;
  };
  EpochCall call;
  call.name = routine.full_name();
  call.reads_first = extents(routine).reads_first;
  call.boxes = boxes_of(routine.writes.front().region);
  for (const FieldExtent& field : extents(routine).fields) {
    const int variable = number_of(field.slot.variable);
    const Region written = regions_of(routine.writes, field.slot), read = regions_of(routine.reads, field.slot);
    // The ghosts are points that the process may compute itself.
    const bool elsewhere = !any(read & written) && !(exchanges() && any(read & Region::ghosts));
    if (field.read) call.reads.push_back({variable, field.slot.timelevel, *field.read, elsewhere});
    if (field.written) call.writes.push_back({variable, field.slot.timelevel});
  }
  return call;
}

void EpochMaker::add_calls(RunEpoch& made) const {
  int iterations = 0;
  for (const Step& step : made.steps.steps) {
    if (step.kind == StepKind::begin_iteration && ++iterations > 1) break;
    if (step.kind != StepKind::call || !step.routine->is_kernel) continue;
    made.routines.push_back(step.routine);
    made.epoch.calls.push_back(call_of(*step.routine, made));
  }
}

bool EpochMaker::fits_into_ghosts(const RunEpoch& made) const {
  const DeepGhosts deep = deep_ghosts(unrolled(made.epoch));
  const auto fits = [&](const Extent& extent) {
    for (int axis = 0; axis < 3; ++axis)
      if (exchanged_[axis] && std::max(-extent.lower[axis], extent.upper[axis]) > domain_.spec().ghosts) return false;
    return true;
  };
  return std::ranges::all_of(deep.stages, fits) &&
         std::ranges::all_of(deep.arrays, [&](const auto& extent) { return !extent || fits(*extent); });
}

/// Whether a routine that is not part of the epoch may read the oldest timelevel, now or at the end of the run.
bool EpochMaker::others_read_oldest(const RunEpoch& made, int variable) const {
  const Slot oldest{made.variables[static_cast<std::size_t>(variable)],
                    made.epoch.timelevels[static_cast<std::size_t>(variable)] - 1};
  return std::ranges::any_of(schedule_.routines(), [&](const Routine& routine) {
    return std::ranges::find(made.routines, &routine) == made.routines.end() && any(regions_of(routine.reads, oldest));
  });
}

std::string EpochMaker::missing_ghosts(const RunEpoch& made, const Validity& validity) const {
  const auto before = read_from_before(made.epoch, endless(domain_.points()), deep_ghosts(unrolled(made.epoch)));
  for (std::size_t v = 0; v < made.variables.size(); ++v)
    for (int timelevel = 0; timelevel < made.epoch.timelevels[v]; ++timelevel) {
      const auto& extent = before[static_cast<std::size_t>(array_of(made.epoch, static_cast<int>(v), timelevel, 0))];
      const Slot slot{made.variables[v], timelevel};
      bool needed = false;
      for (int axis = 0; axis < 3 && extent; ++axis)
        needed |= exchanged_[axis] && (extent->lower[axis] != 0 || extent->upper[axis] != 0);
      if (needed && any(validity.valid_anywhere(slot) & Region::interior) &&
          !any(validity.valid_anywhere(slot) & Region::ghosts))
        return fmt::format(
            "ghosts of {} that are not valid before it: let the routine that writes it also write ghosts, or "
            "list it under \"sync:\"",
            variables_.text(slot));
    }
  return {};
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
  while (made.epoch.iterations >= least() && !fits_into_ghosts(made)) --made.epoch.iterations;
  return made.epoch.iterations;
}

RunEpoch EpochMaker::make(std::int64_t first, int most, std::int64_t last, const Validity* validity) const {
  RunEpoch made;
  made.steps = steps(first, most, last);
  if (made.steps.iterations < least()) return made;
  add_calls(made);
  const auto none = [&](std::string why) {
    made.steps.iterations = 0;
    made.steps.end = std::move(why);
    return made;
  };
  Epoch& epoch = made.epoch;
  if (epoch.calls.empty()) return none("iterations that call no kernel");
  if (const EpochCall* in_place = update_with_neighbours(epoch))
    return none(fmt::format("{} reads neighbours of what it writes, so the result depends on the order of the points",
                            in_place->name));
  for (int v = 0; v < static_cast<int>(made.variables.size()); ++v)
    epoch.gives.push_back(may_give_storage(epoch, v) && !others_read_oldest(made, v) ? 1 : 0);
  epoch.iterations = made.steps.iterations;
  if (exchanges()) {
    const auto known = most_.find(routine_ids(made.routines));
    int enough = known != most_.end() ? known->second : most_with_ghosts(made);
    if (enough < epoch.iterations) {
      most_.emplace(routine_ids(made.routines), enough);
      if (enough < least())
        return none(fmt::format("driver.ghosts: {} are too few for {} iteration{} between two exchanges",
                                domain_.spec().ghosts, least(), least() == 1 ? "" : "s"));
      made.steps.shorten(enough);
      epoch.iterations = enough;
    }
    if (std::string why = validity != nullptr ? missing_ghosts(made, *validity) : std::string(); !why.empty())
      return none(std::move(why));
  }
  epoch.keeps_oldest = made.steps.output_follows || made.last() == last;
  return made;
}

} // namespace nopal
