#include "driver/services/data_hooks.hpp"

#include "core/declarations/thorn.hpp"
#include "core/schedule/clauses.hpp"
#include "core/schedule/run_bins.hpp"

namespace nopal {

namespace {

// Returns the variables that the full names of variables and groups stand for. Throws Error for an unknown name.
std::vector<int> variables_of(const Variables& variables, const std::vector<std::string>& names) {
  std::vector<int> all;
  ErrorList errors;
  for (const std::string& name : names)
    for (const int variable : active_variables(variables, name, "", {}, errors)) all.push_back(variable);
  errors.raise_if_any();
  return all;
}

} // namespace

std::vector<Clause> clauses_of(const Variables& variables, const std::vector<std::string>& texts,
                               Region default_region) {
  std::vector<Clause> clauses;
  ErrorList errors;
  for (const std::string& text : texts) {
    const auto declared = parse_clause(text, {}, errors);
    if (!declared) continue;
    if (declared->extent)
      errors.add("clause \"" + text + "\": only reads of kernels have an extent: remove \"" + declared->extent->text() +
                 "\"");
    for (const int variable : active_variables(variables, declared->name, "", {}, errors))
      for (const Clause& clause : clauses_of_variable(variables, variable, *declared, default_region, false, errors))
        clauses.push_back(clause);
  }
  errors.raise_if_any();
  return clauses;
}

Place RunDataHooks::place(bool on_device) const {
  return on_device && accelerator_.tracker().validity().n_places() > 1 ? host_place + 1 : host_place;
}

void RunDataHooks::sync(const std::vector<std::string>& names) {
  exchange_.synchronise(accelerator_, variables_of(variables_, names), "Services::data().sync");
}

void RunDataHooks::copy_from_past(const std::vector<std::string>& names) {
  accelerator_.copy_from_past(variables_of(variables_, names));
}

void RunDataHooks::notify_data_modified(const std::vector<std::string>& clauses, bool on_device) {
  accelerator_.notify_data_modified(clauses_of(variables_, clauses, Region::interior), place(on_device));
}

void RunDataHooks::require_invalid_data(const std::vector<std::string>& clauses, bool on_device) {
  accelerator_.require_invalid_data(clauses_of(variables_, clauses, Region::everywhere), place(on_device));
}

void RunDataHooks::require_valid_data(const std::vector<std::string>& clauses, bool on_device) {
  accelerator_.require_valid_data(clauses_of(variables_, clauses, Region::everywhere), place(on_device),
                                  "Services::data().require_valid_data");
}

std::optional<LastWrite> RunDataHooks::last_write(Slot slot) const {
  const Event& event = accelerator_.tracker().last_write(slot);
  if (event.kind == EventKind::nothing) return std::nullopt;
  return LastWrite{event.routine < 0 ? "" : schedule_.routines()[event.routine].full_name(), event.iteration,
                   event.time};
}

void RunDataHooks::set_last_write(Slot slot, const LastWrite& write) {
  Event event{EventKind::wrote, -1, write.iteration, write.time};
  for (const Routine& routine : schedule_.routines())
    if (routine.full_name() == write.routine) event.routine = routine.id;
  accelerator_.set_last_write(slot, event);
}

std::optional<EarlierIteration> RunDataHooks::earlier_iteration(Slot slot) const {
  const Tracker& tracker = accelerator_.tracker();
  const Event& event = tracker.last_write(slot);
  if (event.kind == EventKind::nothing || event.iteration + slot.timelevel >= tracker.iteration()) return std::nullopt;
  const bool of_evolution = event.routine >= 0 && !is_start_bin(schedule_.routines()[event.routine].bin);
  if (!of_evolution && !schedule_.computes_again(slot.variable)) return std::nullopt;
  return EarlierIteration{event.iteration, event.time};
}

} // namespace nopal
