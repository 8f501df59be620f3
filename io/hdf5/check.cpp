// Checks of the parfile before the run begins.

#include "memory.hpp"
#include "meshes.hpp"
#include "options.hpp"
#include "records.hpp"

#include <map>
#include <set>
#include <string>

namespace nopal::hdf5 {

namespace {

void check_meshes(const Call& call, ErrorList& errors) {
  const std::set<int> written = listed_variables(call);
  for (const ShownMesh& mesh : shown_meshes(call, errors))
    if (!written.contains(mesh.coordinates))
      errors.add(call.services().parameters().where("hdf5::meshes"),
                 "hdf5.meshes takes coordinates from " + call.services().variables().full_name(mesh.coordinates) +
                     ", which hdf5.variables does not list: add it there");
}

void check_names(const Call& call, ErrorList& errors) {
  const Variables& variables = call.services().variables();
  std::map<std::string, int> named;
  for (const std::string& name : call.strings("variables"))
    for (const int v : variables.resolve(name)) {
      const auto [other, is_new] = named.emplace(record_name(variables, v), v);
      if (!is_new && other->second != v)
        errors.add(call.services().parameters().where("hdf5::variables"),
                   "hdf5.variables lists '" + variables.full_name(other->second) + "' and '" + variables.full_name(v) +
                       "', which would both be called '" + other->first + "' in the file: write only one of them");
    }
}

} // namespace

} // namespace nopal::hdf5

NOPAL_FUNCTION(check) {
  nopal::ErrorList errors;
  nopal::hdf5::check_options(call, errors);
  nopal::hdf5::check_meshes(call, errors);
  nopal::hdf5::check_names(call, errors);
  errors.raise_if_any();
  nopal::hdf5::tell_memory(call);
}
