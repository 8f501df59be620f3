#include "driver/control/steering.hpp"

#include "core/schedule/run_bins.hpp"
#include "driver/setup/grid_demands.hpp"
#include "driver/setup/inward.hpp"

#include <map>
#include <set>

namespace nopal {

namespace {

/// The regions of each variable that routines give values after the start. Ghosts come with the rest, by a sync.
std::map<int, Region> written(const Schedule& schedule, const Variables& variables, const std::set<int>& callable) {
  std::map<int, Region> regions;
  for (const int id : callable)
    if (!is_start_bin(schedule.routines()[static_cast<std::size_t>(id)].bin)) // the start is over
      for (const Clause& clause : schedule.routines()[static_cast<std::size_t>(id)].writes)
        regions[clause.slot.variable] |= variables.group_of(clause.slot.variable).kind == GroupKind::gf
                                             ? clause.region | Region::ghosts
                                             : Region::everywhere;
  return regions;
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
  const std::map<int, Region> given = written(schedule, description_.variables, callable);
  for (const int id : callable) {
    const Routine& routine = schedule.routines()[static_cast<std::size_t>(id)];
    if (is_start_bin(routine.bin)) continue;
    for (const Clause& clause : routine.reads) {
      const auto found = given.find(clause.slot.variable);
      const Region missing =
          clause.region - validity_.valid_anywhere(clause.slot) - (found != given.end() ? found->second : Region::none);
      if (any(missing))
        throw Error(clause.where, routine.full_name() + " would read " +
                                      description_.variables.text(clause.slot, missing) +
                                      ", but it holds no data, and no routine writes it in this run");
    }
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
