#include "driver/services/data_hooks.hpp"

#include "core/base/suggest.hpp"
#include "core/declarations/thorn.hpp"
#include "driver/services/synchronise.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

std::string unknown(const Variables& variables, const std::string& name) {
  return fmt::format("\"{}\" is no variable or group of an active thorn{}; expected a full name such as "
                     "\"wavetoy::phi\"",
                     name, did_you_mean(name, variables.names()));
}

} // namespace

std::vector<int> variables_of(const Variables& variables, const std::vector<std::string>& names) {
  std::vector<int> all;
  for (const std::string& name : names) {
    const std::vector<int> found = variables.resolve(name);
    if (found.empty()) throw Error(unknown(variables, name));
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

std::vector<Clause> clauses_of(const Variables& variables, const std::vector<std::string>& texts,
                               Region default_region) {
  std::vector<Clause> clauses;
  ErrorList errors;
  for (const std::string& text : texts) {
    const auto declared = parse_clause(text, {}, errors);
    if (!declared) continue;
    const std::vector<int> found = variables.resolve(declared->name);
    if (found.empty()) errors.add(unknown(variables, declared->name));
    for (const int variable : found) {
      const int timelevel = declared->timelevel.value_or(0);
      if (timelevel >= variables.timelevels(variable)) {
        errors.add(fmt::format("\"{}\": {} has {} timelevels", text, variables.full_name(variable),
                               variables.timelevels(variable)));
        continue;
      }
      const bool is_gf = variables.group_of(variable).kind == GroupKind::gf;
      clauses.push_back(
          {{variable, timelevel}, is_gf ? declared->region.value_or(default_region) : Region::interior, {}});
    }
  }
  errors.raise_if_any();
  return clauses;
}

Place RunDataHooks::place(bool on_device) const {
  return on_device && accelerator_.tracker().validity().n_places() > 1 ? host_place + 1 : host_place;
}

void RunDataHooks::sync(const std::vector<std::string>& names) {
  synchronise(accelerator_, exchange_, variables_of(variables_, names), "Services::data().sync");
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
