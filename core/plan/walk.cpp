#include "core/plan/walk.hpp"

namespace nopal {

PlanWalk::PlanWalk(const PlanInput& input, int rank, std::vector<AcceleratorObserver*> observers, Tolerate tolerate)
    : input_(input), tolerate_(std::move(tolerate)), spaces_(*input.variables, *input.decomposition, rank),
      coordinator_({.variables = input.variables,
                    .routines = &input.schedule->routines(),
                    .spaces = &spaces_,
                    .observers = std::move(observers)},
                   input.device, input.settings),
      scopes_(input.variables->n_variables()),
      order_(*input.schedule, input.decomposition->domain(), input.initial_on_host) {
  for (int v = 0; v < input.variables->n_variables(); ++v) coordinator_.set_storage(v, true);
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

void PlanWalk::end() {
  order_.end(true);
  walk();
}

void PlanWalk::walk() {
  for (auto* list = &order_.next(); !list->empty(); list = &order_.next(false))
    for (const Step& step : *list) take(step);
}

void PlanWalk::take(const Step& step) {
  switch (step.kind) {
  case StepKind::begin_iteration:
    return coordinator_.set_iteration(step.clock.iteration);
  case StepKind::hold_on_host:
  case StepKind::release_host:
    return coordinator_.hold_on_host(step.kind == StepKind::hold_on_host);
  case StepKind::cycle:
    return coordinator_.cycle().end();
  case StepKind::storage_on:
    return storage_on(*step.variables);
  case StepKind::call:
    return call(*step.routine);
  case StepKind::sync:
    return sync(step);
  case StepKind::storage_off:
    return coordinator_.storage_off(scopes_.leave(*step.variables)).end();
  case StepKind::condition:
    return look_at(step);
  case StepKind::end_iterations:
  case StepKind::begin_bin:
  case StepKind::end_bin:
    return;
  }
}

std::vector<Region> PlanWalk::state() const {
  const Validity& validity = tracker().validity();
  std::vector<Region> state;
  for (const Slot slot : validity.slots())
    for (Place place = 0; place < validity.n_places(); ++place) state.push_back(validity.valid(slot, place));
  return state;
}

void PlanWalk::find_without_storage(const std::vector<Clause>& clauses, Unmet& unmet) {
  for (const Clause& clause : clauses)
    if (!has_storage(clause.slot.variable)) unmet.without_storage.push_back(clause);
}

void PlanWalk::find_invalid(const std::vector<Clause>& reads, Unmet& unmet) {
  for (const Clause& clause : reads) {
    const Region nowhere = clause.region - tracker().validity().valid_anywhere(clause.slot);
    if (any(nowhere) && has_storage(clause.slot.variable))
      unmet.invalid.push_back({clause.slot, nowhere, clause.where});
  }
}

bool PlanWalk::accept(const Unmet& unmet, Place place) {
  if (unmet.empty() || !tolerate_(unmet)) return false;
  std::vector<Clause> whole;
  for (const Clause& clause : unmet.invalid) whole.push_back({clause.slot, Region::everywhere, clause.where});
  if (!whole.empty()) coordinator_.notify_data_modified(whole, place).end();
  return true;
}

void PlanWalk::call(const Routine& routine) {
  if (routine.is_built_in()) {
    if (routine.target != "init") coordinator_.copy_back().end();
    return;
  }
  const Place place = coordinator_.place_of(routine);
  const Routine* called = &routine;
  Routine rest;
  if (tolerate_) {
    Unmet unmet{.routine = &routine, .reader = routine.full_name(), .invalid = {}, .without_storage = {}};
    find_invalid(routine.reads, unmet);
    find_without_storage(routine.reads, unmet);
    find_without_storage(routine.writes, unmet);
    if (accept(unmet, place)) {
      rest = routine;
      const auto lacks_storage = [this](const Clause& clause) { return !has_storage(clause.slot.variable); };
      std::erase_if(rest.reads, lacks_storage);
      std::erase_if(rest.writes, lacks_storage);
      called = &rest;
    }
  }
  coordinator_.pre_call_function(*called, place).end();
  HookCall post_call = coordinator_.post_call_function(*called, place);
  if (coordinator_.copies_back(*called, place)) coordinator_.copy_back_written(*called).end();
  post_call.end();
}

void PlanWalk::sync(const Step& step) {
  std::vector<int> synced = *step.variables;
  if (tolerate_) {
    Unmet unmet{.routine = nullptr, .reader = *step.name, .invalid = {}, .without_storage = {}};
    std::vector<Clause> packed;
    for (const int v : *step.variables) packed.push_back({{v, 0}, Region::owned, {}});
    find_invalid(packed, unmet);
    find_without_storage(packed, unmet);
    if (accept(unmet, host_place)) std::erase_if(synced, [this](int v) { return !has_storage(v); });
  }
  coordinator_.pre_sync(synced, *step.name).end();
  coordinator_.post_sync().end();
}

void PlanWalk::storage_on(const std::vector<int>& variables) {
  for (const int v : scopes_.enter(variables)) coordinator_.set_storage(v, true);
}

void PlanWalk::look_at(const Step& step) {
  const Condition& condition = *step.condition;
  const std::vector<Clause> reads{{{condition.variable, 0}, Region::interior, {}}};
  bool readable = true;
  if (tolerate_) {
    Unmet unmet{.routine = nullptr, .reader = *step.name, .invalid = {}, .without_storage = {}};
    find_invalid(reads, unmet);
    find_without_storage(reads, unmet);
    readable = !accept(unmet, host_place) || has_storage(condition.variable);
  }
  if (readable) coordinator_.require_valid_data(reads, host_place, *step.name).end();
  unknown_.insert(*step.name + ": " + condition.text);
}

} // namespace nopal
