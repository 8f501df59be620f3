// Checks of the parfile before the run begins.

#include "meshes.hpp"
#include "options.hpp"
#include "pack.hpp"
#include "records.hpp"

#include <map>
#include <set>
#include <string>

namespace nopal::hdf5 {

namespace {

/// Returns the variables that the parameter lists, each once.
std::set<int> listed(const Call& call) {
  std::set<int> all;
  for (const std::string& name : call.strings("variables"))
    for (const int v : call.services().variables().resolve(name)) all.insert(v);
  return all;
}

void check_meshes(const Call& call, ErrorList& errors) {
  const std::set<int> written = listed(call);
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

/// Returns how many values of a dat this process writes.
std::int64_t values_in_block(Services& services, const Group& group) {
  return services.mesh().blocks(group.set).count(services.rank()) * group.components;
}

/// Returns how many bytes the copies for output in the background take. Copies::take copies whole datasets, up to the
/// first one that goes beyond the limit.
std::int64_t copied_bytes(const Call& call, const Options& options) {
  Services& services = call.services();
  const long points = part_in(options.selection, services.decomposition().owned(services.rank())).points();
  std::int64_t bytes = 0;
  for (const int v : listed(call)) {
    const Group& group = services.variables().group_of(v);
    if (!has_regions(group)) continue;
    const int parts = group.type == Type::complex ? 2 : 1;
    const auto dataset = (group.kind == GroupKind::gf ? points : values_in_block(services, group)) *
                         static_cast<std::int64_t>(value_size(is_single(options, group)));
    for (int part = 0; part < parts; ++part) {
      if (bytes + dataset > options.background) return bytes;
      bytes += dataset;
    }
  }
  return bytes;
}

/// Returns how many bytes the values of dats and tables take while a file is written.
std::int64_t collected_bytes(const Call& call) {
  Services& services = call.services();
  std::int64_t values = 0;
  for (const int v : listed(call))
    if (const Group& group = services.variables().group_of(v); group.kind == GroupKind::dat)
      values += values_in_block(services, group);
  ErrorList none;
  for (const ShownMesh& mesh : shown_meshes(call, none))
    values += services.mesh().blocks(mesh.cells).count(services.rank()) * mesh.map.arity;
  return values * static_cast<std::int64_t>(sizeof(double));
}

/// Tells how much memory the output takes beside the variables.
void tell_memory(const Call& call) {
  if (const std::int64_t bytes = collected_bytes(call); bytes > 0)
    call.services().needs_memory("hdf5, values on sets in the order of the file", static_cast<std::size_t>(bytes));
  const Options options = nopal::hdf5::options(call);
  if (options.background == 0) return;
  call.services().needs_memory("hdf5, copies for output in the background",
                               static_cast<std::size_t>(copied_bytes(call, options)));
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
