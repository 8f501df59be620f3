#include "driver/setup/description.hpp"

#include "core/accelerator/settings.hpp"
#include "core/declarations/each.hpp"
#include "core/declarations/integration.hpp"
#include "core/declarations/resolve.hpp"

#include <algorithm>

namespace nopal {

namespace {

std::vector<ThornDeclaration> read_thorns(const Parfile& parfile, const SearchPath& path, ErrorList& errors) {
  std::vector<std::string> names = {"driver", "accelerator"};
  for (const std::string& name : parfile.thorns())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  std::vector<ThornDeclaration> thorns;
  const std::size_t errors_before = errors.count();
  for (const std::string& name : names) {
    if (errors.is_long()) break;
    try {
      thorns.push_back(read_thorn(path.thorn_file(name, parfile.thorn_location(name)), errors));
    } catch (const Error& error) {
      errors.add(error.what());
    }
  }
  // What a wrong declaration should have provided only looks missing.
  if (errors.count() == errors_before) check_thorns(thorns, errors);
  return thorns;
}

// If driver.existing_output is recover, sets checkpoint.recover to auto, unless the thorn is inactive or a value is
// set.
void apply_existing_output(Parameters& parameters) {
  constexpr const char* recover = "checkpoint::recover";
  if (parameters.string("driver::existing_output") != "recover") return;
  if (parameters.find(recover) == nullptr || !parameters.string(recover).empty()) return;
  parameters.set(recover, Value{false, {std::string("auto")}}, {"driver.existing_output", 0, 0});
}

bool declares_grid_functions(const ThornDeclaration& thorn) {
  return std::ranges::any_of(thorn.groups, [](const auto& each) { return each.group.kind == GroupKind::gf; });
}

// A run whose thorns declare sets and no grid functions needs no grid: sets one that nobody uses, unless the parfile
// has one. Its time is the number of the iteration, unless the parfile says otherwise.
void apply_no_grid(const std::vector<ThornDeclaration>& thorns, Parameters& parameters) {
  const auto declares_sets = [](const ThornDeclaration& thorn) { return !thorn.sets.empty(); };
  if (std::ranges::any_of(thorns, declares_grid_functions) || std::ranges::none_of(thorns, declares_sets)) return;
  constexpr std::int64_t cells = std::int64_t{1} << 20; // more than any number of processes
  const auto set = [&](const char* name, Value value) {
    if (!parameters.is_set(name)) parameters.set(name, std::move(value), {"a run without a grid", 0, 0});
  };
  if (parameters.is_set("driver::cells")) return;
  set("driver::cells", Value{true, {cells}});
  set("driver::lower", Value{true, {0.0}});
  set("driver::upper", Value{true, {1.0}});
  if (!parameters.is_set("driver::courant")) set("driver::dt", Value{false, {1.0}});
}

bool have_values(const Parameters& parameters) {
  const auto all = parameters.all();
  return std::all_of(all.begin(), all.end(), [&](const ParameterDeclaration* parameter) {
    return parameter->default_value.has_value() || parameters.is_set(parameter->full_name());
  });
}

/// Whether all groups are there. If one is not, whoever names it only looks wrong.
bool has_all_groups(const std::vector<ThornDeclaration>& thorns, const Variables& variables) {
  return std::ranges::all_of(thorns, [&](const ThornDeclaration& thorn) {
    return std::ranges::all_of(thorn.groups, [&](const GroupDeclaration& declaration) {
      return !variables.resolve(declaration.group.full_name()).empty();
    });
  });
}

} // namespace

bool Description::read(const Parfile& source, const SearchPath& path, ErrorList& errors) {
  const std::size_t before = errors.count();
  thorns = read_thorns(source, path, errors);
  const bool all_thorns_known = errors.count() == before;
  declare_parameters(thorns, parameters, errors);
  parfile = source.provenance();
  source.apply(parameters, errors, path.thorn_names());
  apply_no_grid(thorns, parameters);
  parameters.check_complete(errors);
  if (!all_thorns_known || !have_values(parameters)) return false;

  apply_existing_output(parameters);
  std::vector<ThornDeclaration> expanded = thorns;
  expand_each(expanded, parameters, errors);
  const std::vector<ThornDeclaration> completed = with_integration(expanded, parameters, errors);
  variables = build_variables(completed, parameters, errors);
  if (!has_all_groups(completed, variables)) return false;
  schedule = Schedule::build(completed, read_bins(path.roots().front() + "/bins.yaml"), parameters, variables, errors);
  try {
    copy_back_variables(variables, parameters.string("accelerator::copy_back_vars"));
  } catch (const Error& error) {
    errors.add(parameters.where("accelerator::copy_back_vars"), error.what());
  }
  return true;
}

} // namespace nopal
