#include "memory.hpp"

#include "meshes.hpp"
#include "options.hpp"
#include "pack.hpp"
#include "records.hpp"

#include <map>
#include <string>
#include <vector>

namespace nopal::hdf5 {

namespace {

/// Returns how many values of a set's dataset with so many columns this process writes.
std::int64_t values_in_block(Services& services, const std::string& set, int columns) {
  return services.mesh().blocks(set).count(services.rank()) * columns;
}

/// Returns how many bytes of each table this process writes at the first output.
std::vector<std::int64_t> bytes_of_tables(const Call& call) {
  ErrorList known;
  std::map<std::string, std::int64_t> tables; // two meshes may have the same map
  for (const ShownMesh& mesh : shown_meshes(call, known))
    tables[mesh.map.name] = values_in_block(call.services(), mesh.cells, mesh.map.arity);
  std::vector<std::int64_t> bytes;
  for (const auto& [map, values] : tables) bytes.push_back(values * static_cast<std::int64_t>(value_size(false)));
  return bytes;
}

/// Returns how many bytes of each dataset this process writes.
std::vector<std::int64_t> bytes_of_datasets(const Call& call, const Options& options) {
  Services& services = call.services();
  const long points = part_in(options.selection, services.decomposition().owned(services.rank())).points();
  std::vector<std::int64_t> bytes;
  for (const int v : listed_variables(call)) {
    const Group& group = services.variables().group_of(v);
    if (!has_regions(group)) continue;
    const std::int64_t values =
        group.kind == GroupKind::gf ? points : values_in_block(services, group.set, group.components);
    for (int part = 0; part < (group.type == Type::complex ? 2 : 1); ++part)
      bytes.push_back(values * static_cast<std::int64_t>(value_size(is_single(options, group))));
  }
  const std::vector<std::int64_t> tables = bytes_of_tables(call);
  bytes.insert(bytes.end(), tables.begin(), tables.end());
  return bytes;
}

/// Returns how many bytes the copies for output in the background take. Copies::take copies whole datasets, up to the
/// first one that goes beyond the limit.
std::int64_t copied_bytes(const Call& call, const Options& options) {
  std::int64_t bytes = 0;
  for (const std::int64_t dataset : bytes_of_datasets(call, options)) {
    if (bytes + dataset > options.background) break;
    bytes += dataset;
  }
  return bytes;
}

/// Returns how many bytes the values of dats and tables take while a file is written.
std::int64_t collected_bytes(const Call& call) {
  std::int64_t bytes = 0;
  for (const int v : listed_variables(call))
    if (const Group& group = call.services().variables().group_of(v); group.kind == GroupKind::dat)
      bytes +=
          values_in_block(call.services(), group.set, group.components) * static_cast<std::int64_t>(value_size(false));
  for (const std::int64_t table : bytes_of_tables(call)) bytes += table;
  return bytes;
}

} // namespace

std::set<int> listed_variables(const Call& call) {
  std::set<int> all;
  for (const std::string& name : call.strings("variables"))
    for (const int v : call.services().variables().resolve(name)) all.insert(v);
  return all;
}

void tell_memory(const Call& call) {
  Services& services = call.services();
  if (const std::int64_t bytes = collected_bytes(call); bytes > 0)
    services.needs_memory("hdf5, values on sets in the order of the file", static_cast<std::size_t>(bytes));
  const Options options = nopal::hdf5::options(call);
  if (options.background > 0)
    services.needs_memory("hdf5, copies for output in the background",
                          static_cast<std::size_t>(copied_bytes(call, options)));
}

} // namespace nopal::hdf5
