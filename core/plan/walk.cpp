#include "core/plan/walk.hpp"

#include <algorithm>

namespace nopal {

PlanWalk::PlanWalk(const PlanInput& input, int rank, std::vector<AcceleratorObserver*> observers, Tolerate tolerate)
    : variables_(*input.variables), tolerate_(std::move(tolerate)),
      spaces_(*input.variables, *input.decomposition, rank, 1, input.mesh),
      coordinator_({.variables = input.variables,
                    .routines = &input.schedule->routines(),
                    .spaces = &spaces_,
                    .observers = std::move(observers)},
                   input.device, input.settings),
      scopes_(input.variables->n_variables()), order_(*input.schedule, input.decomposition->domain()) {
  for (int v = 0; v < input.variables->n_variables(); ++v)
    coordinator_.set_storage(v, !input.variables->group_of(v).temporary);
  for (const int v : input.temporaries) coordinator_.set_storage(v, false);
}

void PlanWalk::start() {
  order_.start();
  walk();
}

void PlanWalk::iterate(std::int64_t iteration) {
  order_.iterate(iteration);
  walk();
}

// What a run does (driver/loop/epochs.cpp), without data.
void PlanWalk::compute(const RunEpoch& made, const EpochMaker& maker) {
  sync_slots(made.missing_ghosts, "an epoch");
  for (const Step& step : made.steps.steps)
    if (step.kind == StepKind::sync && maker.exchanges())
      coordinator_.note_sync(*step.variables, *step.name);
    else if (step.kind != StepKind::call || !step.routine->polls)
      take(step);
  for (int v = 0; v < static_cast<int>(made.variables.size()); ++v)
    if (const std::optional<int> lost = lost_timelevel(made.epoch, v))
      coordinator_.give_storage({made.variables[static_cast<std::size_t>(v)], *lost});
  if (maker.exchanges()) sync_slots(maker.exchanged_after(made, tracker().validity()), "an epoch");
  for (const Step& step : made.steps.steps)
    if (step.kind == StepKind::call && step.routine->polls && step.clock.iteration == made.last()) take(step);
  order_.output(made.last());
  walk();
}

void PlanWalk::sync_slots(const std::vector<Slot>& slots, const std::string& cause) {
  if (slots.empty()) return;
  coordinator_.pre_sync_of(slots, cause).end();
  coordinator_.post_sync().end();
}

void PlanWalk::end() {
  order_.end(true);
  walk();
}

void PlanWalk::walk() {
  for (auto* list = &order_.next(); !list->empty(); list = &order_.next(answer_))
    for (const Step& step : *list) take(step);
}

void PlanWalk::take(const Step& step) {
  switch (step.kind) {
  case StepKind::begin_iteration:
    return coordinator_.set_iteration(step.clock.iteration);
  case StepKind::cycle:
    return coordinator_.cycle().end();
  case StepKind::storage_on:
    for (const int v : scopes_.enter(*step.variables)) coordinator_.set_storage(v, true);
    return;
  case StepKind::call:
    return call(*step.routine);
  case StepKind::sync:
    return sync(step);
  case StepKind::storage_off:
    return coordinator_.storage_off(scopes_.leave(*step.variables)).end();
  case StepKind::condition:
    return condition(step);
  case StepKind::limit_dt:
    return read_scalars(step.limit->variables, *step.name, step.limit->where);
  case StepKind::choose_dt:
  case StepKind::end_iterations:
  case StepKind::begin_bin:
  case StepKind::end_bin:
    return;
  }
}

void PlanWalk::condition(const Step& step) {
  const std::optional<bool> answer = answer_of_ ? answer_of_(step) : std::nullopt;
  if (!answer) unknown_.insert(*step.name + ": " + step.condition->text);
  answer_ = answer.value_or(false);
  read_scalars(step.condition->variables, *step.name, {});
}

std::vector<Region> PlanWalk::state() const {
  const Validity& validity = tracker().validity();
  std::vector<Region> state;
  for (const Slot slot : validity.slots())
    for (Place place = 0; place < validity.n_places(); ++place) state.push_back(validity.valid(slot, place));
  return state;
}

bool PlanWalk::tolerates(const Routine* routine, const std::string& reader, const std::vector<Clause>& reads,
                         const std::vector<Clause>& writes, Place place) {
  if (!tolerate_) return false;
  Unmet unmet{.routine = routine, .reader = reader, .invalid = {}, .without_storage = {}};
  std::vector<Clause> whole;
  for (const Clause& clause : reads) {
    const Region nowhere = clause.region - tracker().validity().valid_anywhere(clause.slot);
    if (!any(nowhere) || !has_storage(clause.slot.variable)) continue;
    unmet.invalid.push_back({clause.slot, nowhere, clause.where, clause.access});
    whole.push_back({clause.slot, Region::everywhere, clause.where});
  }
  for (const auto* clauses : {&reads, &writes})
    for (const Clause& clause : *clauses)
      if (!has_storage(clause.slot.variable)) unmet.without_storage.push_back(clause);
  if (unmet.empty() || !tolerate_(unmet)) return false;
  if (!whole.empty()) coordinator_.notify_data_modified(whole, place).end();
  return true;
}

void PlanWalk::call(const Routine& routine) {
  if (routine.is_built_in()) {
    if (routine.target != "init") coordinator_.copy_back().end();
    return;
  }
  const std::vector<Slot> ghosts = coordinator_.ghosts_for(routine);
  const Place place = coordinator_.place_of(routine);
  const bool during_sync = !ghosts.empty() && coordinator_.starts_during_sync(routine, ghosts, place);
  if (during_sync)
    coordinator_.pre_sync_of(ghosts, routine.full_name()).end();
  else
    sync_slots(ghosts, routine.full_name());
  const Routine* called = &routine;
  Routine rest;
  if (!during_sync && tolerates(&routine, routine.full_name(), routine.required(), routine.writes, place)) {
    rest = routine;
    const auto lacks_storage = [this](const Clause& clause) { return !has_storage(clause.slot.variable); };
    std::erase_if(rest.reads, lacks_storage);
    std::erase_if(rest.writes, lacks_storage);
    called = &rest;
  }
  coordinator_.pre_call_function(*called, place).end();
  if (during_sync) coordinator_.post_sync().end();
  note_interpolations(routine);
  if (called->is_loop() && place != host_place) coordinator_.reduce_totals(*called).end();
  HookCall post_call = coordinator_.post_call_function(*called, place);
  if (coordinator_.copies_back(*called, place)) coordinator_.copy_back_written(*called).end();
  post_call.end();
}

void PlanWalk::note_interpolations(const Routine& routine) {
  for (const Clause& clause : routine.reads) {
    if (!clause.is_interpolated() || tracker().validity().valid(clause.slot, clause.region, host_place)) continue;
    const auto is_it = [&](const InterpolatedSlot& known) {
      return known.routine == &routine && known.slot == clause.slot;
    };
    if (std::ranges::any_of(interpolations_, is_it)) continue;
    const auto size = static_cast<std::int64_t>(variables_.element_size(clause.slot.variable));
    const long points = spaces_.part(clause.slot).points(clause.region);
    interpolations_.push_back({&routine, clause.slot, clause.region, points * size});
  }
}

void PlanWalk::sync(const Step& step) {
  std::vector<int> synced = *step.variables;
  std::vector<Clause> packed;
  for (const int v : synced) packed.push_back({{v, 0}, Region::owned, {}});
  if (tolerates(nullptr, *step.name, packed, {}, host_place))
    std::erase_if(synced, [this](int v) { return !has_storage(v); });
  coordinator_.pre_sync(synced, *step.name).end();
  coordinator_.post_sync().end();
}

void PlanWalk::read_scalars(const std::vector<int>& variables, const std::string& reader, const Location& where) {
  std::vector<Clause> reads;
  for (const int variable : variables) reads.push_back({{variable, 0}, Region::interior, where});
  if (tolerates(nullptr, reader, reads, {}, host_place))
    std::erase_if(reads, [this](const Clause& clause) { return !has_storage(clause.slot.variable); });
  if (!reads.empty()) coordinator_.require_valid_data(reads, host_place, reader).end();
}

} // namespace nopal
