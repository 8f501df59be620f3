#include "driver/control/steering.hpp"

#include "core/schedule/run_bins.hpp"
#include "driver/setup/grid_demands.hpp"
#include "driver/setup/inward.hpp"

#include <set>

namespace nopal {

namespace {

std::set<int> written(const Schedule& schedule, const std::set<int>& callable) {
  std::set<int> variables;
  for (const int id : callable)
    if (!is_start_bin(schedule.routines()[static_cast<std::size_t>(id)].bin)) // the start is over
      for (const Clause& clause : schedule.routines()[static_cast<std::size_t>(id)].writes)
        variables.insert(clause.slot.variable);
  return variables;
}

} // namespace

std::vector<ParameterChange> Steering::apply(const std::string& text, Limits& limits) {
  Parameters& parameters = description_.parameters;
  ErrorList errors;
  std::vector<ParameterChange> changes = read_changes(text, "steer.yaml", parameters, errors);
  errors.raise_if_any();
  const Parameters before = parameters;
  for (const ParameterChange& change : changes) parameters.set(change.parameter, change.value, change.where);
  try {
    refresh(limits);
  } catch (...) {
    parameters = before;
    refresh(limits);
    throw;
  }
  return changes;
}

// A routine that reads data which are valid nowhere and which nobody writes would end the run at its next call.
void Steering::check_reads() const {
  const Schedule& schedule = description_.schedule;
  const std::set<int> callable = schedule.callable();
  const std::set<int> given = written(schedule, callable);
  for (const int id : callable) {
    const Routine& routine = schedule.routines()[static_cast<std::size_t>(id)];
    if (is_start_bin(routine.bin)) continue;
    for (const Clause& clause : routine.reads)
      if (!given.contains(clause.slot.variable) && any(clause.region - validity_.valid_anywhere(clause.slot)))
        throw Error(clause.where, routine.full_name() + " would read " + description_.variables.text(clause.slot) +
                                      ", but it holds no data, and no routine writes it in this run");
  }
}

void Steering::refresh(Limits& limits) {
  description_.schedule.refresh();
  check_reads();
  ErrorList errors;
  const Limits fresh = read_limits(description_.parameters, decomposition_.domain(), errors);
  check_demands(description_, decomposition_.domain(), errors);
  errors.raise_if_any();
  limits = fresh;
  kernels_.refresh(description_.parameters);
  check_inward(decomposition_, inward_points(description_, kernels_, decomposition_.domain()));
}

} // namespace nopal
