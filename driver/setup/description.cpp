#include "driver/setup/description.hpp"

#include "core/accelerator/settings.hpp"
#include "core/declarations/resolve.hpp"

#include <algorithm>

namespace nopal {

namespace {

std::vector<ThornDeclaration> read_thorns(const Parfile& parfile, const SearchPath& path, ErrorList& errors) {
  std::vector<std::string> names = {"driver", "accelerator"};
  for (const std::string& name : parfile.thorns())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  std::vector<ThornDeclaration> thorns;
  for (const std::string& name : names) {
    if (errors.is_long()) break;
    try {
      thorns.push_back(read_thorn(path.thorn_file(name, parfile.thorn_location(name)), errors));
    } catch (const Error& error) {
      errors.add(error.what());
    }
  }
  check_thorns(thorns, errors);
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

bool have_values(const Parameters& parameters) {
  const auto all = parameters.all();
  return std::all_of(all.begin(), all.end(), [&](const ParameterDeclaration* parameter) {
    return parameter->default_value.has_value() || parameters.is_set(parameter->full_name());
  });
}

} // namespace

bool Description::read(const Parfile& source, const SearchPath& path, ErrorList& errors) {
  const std::size_t before = errors.messages().size();
  thorns = read_thorns(source, path, errors);
  const bool all_thorns_known = errors.messages().size() == before;
  declare_parameters(thorns, parameters, errors);
  parfile = source.provenance();
  source.apply(parameters, errors, path.thorn_names());
  parameters.check_complete(errors);
  if (!all_thorns_known || !have_values(parameters)) return false;

  apply_existing_output(parameters);
  variables = build_variables(thorns, parameters, errors);
  schedule = Schedule::build(thorns, read_bins(path.roots().front() + "/bins.yaml"), parameters, variables, errors);
  try {
    copy_back_variables(variables, parameters.string("accelerator::copy_back_vars"));
  } catch (const Error& error) {
    errors.add(parameters.where("accelerator::copy_back_vars"), error.what());
  }
  return true;
}

} // namespace nopal
