#include "driver/services/data_hooks.hpp"

#include "core/declarations/thorn.hpp"
#include "core/schedule/clauses.hpp"

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

} // namespace nopal
