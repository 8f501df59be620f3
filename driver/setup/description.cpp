#include "driver/setup/description.hpp"

#include "core/accelerator/settings.hpp"
#include "core/declarations/resolve.hpp"

#include <algorithm>

namespace nopal {

void Description::read_thorns(const Parfile& parfile, const SearchPath& path, ErrorList& errors) {
  std::vector<std::string> names = {"driver", "accelerator"};
  for (const std::string& name : parfile.thorns())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  const std::size_t before = errors.messages().size();
  for (const std::string& name : names) {
    std::string file;
    try {
      file = path.thorn_file(name, parfile.thorn_location(name));
    } catch (const Error& error) {
      errors.add(error.what());
      continue;
    }
    thorns.push_back(read_thorn(file, errors));
  }
  check_thorns(thorns, errors);
  all_thorns_known = errors.messages().size() == before;
}

void Description::set_parameters(const Parfile& read, const SearchPath& path, ErrorList& errors) {
  declare_parameters(thorns, parameters, errors);
  parfile = read.provenance();
  read.apply(parameters, errors, path.thorn_names());
  parameters.check_complete(errors);
}

bool Description::complete() const {
  if (!all_thorns_known) return false;
  const auto all = parameters.all();
  return std::all_of(all.begin(), all.end(), [this](const ParameterDeclaration* parameter) {
    return parameter->default_value.has_value() || parameters.is_set(parameter->full_name());
  });
}

void Description::build_variables(ErrorList& errors) { variables = nopal::build_variables(thorns, parameters, errors); }

void Description::build_schedule(const SearchPath& path, ErrorList& errors) {
  const std::string bins = path.roots().front() + "/bins.yaml";
  schedule = Schedule::build(thorns, read_bins(bins), parameters, variables, errors);
  try {
    copy_back_variables(variables, parameters.string("accelerator::copy_back_vars"));
  } catch (const Error& error) {
    errors.add(parameters.where("accelerator::copy_back_vars"), error.what());
  }
}

} // namespace nopal
