#include "core/plan/walk.hpp"

#include "core/accelerator/group_layout.hpp"
#include "core/schedule/run_bins.hpp"

namespace nopal {

namespace {

[[noreturn]] void no_data() { assertion_failed("a plan has no data", __FILE__, __LINE__); }

} // namespace

PlanWalk::Memory::Memory(const PlanInput& input, int rank)
    : lasting_(static_cast<std::size_t>(input.variables->n_variables()), 1) {
  for (int v = 0; v < input.variables->n_variables(); ++v)
    layouts_.push_back(group_layout(input.variables->group_of(v), *input.decomposition, rank));
  for (const int v : input.temporaries) lasting_[static_cast<std::size_t>(v)] = 0;
}

std::byte* PlanWalk::Memory::data(Slot /*slot*/) { no_data(); }
void PlanWalk::Memory::cycle(int /*variable*/) { no_data(); }

PlanWalk::PlanWalk(const PlanInput& input, int rank, std::vector<AcceleratorObserver*> observers, Tolerate tolerate)
    : input_(input), tolerate_(std::move(tolerate)), memory_(input, rank),
      device_(input.device ? std::make_unique<PlannedDevice>(input.device_moves) : nullptr),
      accelerator_({.variables = input.variables,
                    .routines = &input.schedule->routines(),
                    .decomposition = input.decomposition,
                    .rank = rank,
                    .memory = &memory_,
                    .device = device_.get(),
                    .log = {},
                    .observers = std::move(observers),
                    .dry = true},
                   input.settings),
      scopes_(input.variables->n_variables()) {}

template <class Bins> void PlanWalk::run(const Bins& bins) {
  for (const char* bin : bins) input_.schedule->traverse(bin, iteration_, *this);
}

void PlanWalk::start() {
  iteration_ = 0;
  accelerator_.set_iteration(0);
  accelerator_.hold_on_host(input_.initial_on_host);
  run(start_bins);
  accelerator_.hold_on_host(false);
  run(first_bins);
}

void PlanWalk::step(std::int64_t iteration) {
  iteration_ = iteration;
  accelerator_.set_iteration(iteration);
  accelerator_.cycle();
  run(evolution_bins);
  run(output_bins);
}

void PlanWalk::end() { run(end_bins); }

std::vector<Region> PlanWalk::state() const {
  const Validity& validity = tracker().validity();
  std::vector<Region> state;
  for (int v = 0; v < input_.variables->n_variables(); ++v)
    for (int level = 0; level < validity.levels(v); ++level)
      for (Place place = 0; place < validity.n_places(); ++place) state.push_back(validity.valid({v, level}, place));
  return state;
}

void PlanWalk::accept(const std::vector<Clause>& clauses, Place place) {
  std::vector<Clause> missing;
  for (const Clause& clause : clauses)
    if (!covers(tracker().validity().valid_anywhere(clause.slot), clause.region))
      missing.push_back({clause.slot, Region::everywhere, clause.where});
  accelerator_.notify_data_modified(missing, place);
}

void PlanWalk::call(const Routine& routine) {
  if (routine.is_built_in()) {
    if (routine.target == "init") return accelerator_.init();
    return accelerator_.copy_back();
  }
  const Place place = accelerator_.place_of(routine);
  try {
    accelerator_.pre_call_function(routine, place);
  } catch (const Error& error) {
    if (!tolerate_) throw;
    tolerate_(&routine, routine.full_name(), error);
    accept(routine.reads, place);
    accelerator_.pre_call_function(routine, place);
  }
  accelerator_.post_call_function(routine, place);
}

void PlanWalk::sync(const std::vector<int>& variables, const std::string& cause) {
  try {
    accelerator_.pre_sync(variables, cause);
  } catch (const Error& error) {
    if (!tolerate_) throw;
    tolerate_(nullptr, cause, error);
    std::vector<Clause> owned;
    for (const int v : variables) owned.push_back({{v, 0}, Region::owned, {}});
    accept(owned, host_place);
    accelerator_.pre_sync(variables, cause);
  }
  accelerator_.post_sync();
}

void PlanWalk::storage_on(const std::vector<int>& variables) { accelerator_.storage_on(scopes_.enter(variables)); }

void PlanWalk::storage_off(const std::vector<int>& variables) { accelerator_.storage_off(scopes_.leave(variables)); }

Scalar PlanWalk::scalar(int /*variable*/, const std::string& /*reader*/) { no_data(); }

bool PlanWalk::holds(const Condition& condition, const std::string& reader) {
  accelerator_.require_valid_data({{{condition.variable, 0}, Region::interior, {}}}, host_place, reader);
  unknown_.insert(reader + ": " + condition.text);
  return false;
}

} // namespace nopal
