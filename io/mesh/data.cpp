// Reads initial data on sets.

#include "file.hpp"
#include "settings.hpp"

#include <fmt/format.h>

#include <set>
#include <string>

namespace nopal::mesh {

namespace {

template <class T> void fill(Call& call, Slot slot, const std::vector<T>& values, int components) {
  const Field<T> field = call.write<T>(slot);
  for (std::size_t n = 0; n < values.size(); ++n)
    field(static_cast<long>(n) % components, static_cast<long>(n) / components) = values[n];
}

/// Reads this process's block, and brings the values to the owners of the elements.
void read(Call& call, const Entry& entry, const std::string& path) {
  Services& services = call.services();
  const Variables& variables = services.variables();
  const int v = *variables.find_variable(entry.name);
  const Group& group = variables.group_of(v);
  const ElementBlocks blocks = services.mesh().blocks(group.set);
  const bool reals = group.type == Type::real;
  std::vector<double> block;
  std::vector<std::int64_t> integer_block;
  services.together([&] {
    const File file(path);
    const Shape shape = file.shape(entry.datasets[0], reals);
    if (shape.rows != blocks.elements || shape.columns != group.components)
      throw Error(
          fmt::format("{}: the dataset \"{}\" has {} rows of {}, but {} needs {} of {}: a row for each element of "
                      "{} and a column for each component",
                      path, entry.datasets[0], shape.rows, shape.columns, entry.name, blocks.elements, group.components,
                      group.set));
    const std::int64_t first = blocks.first(services.rank()), rows = blocks.count(services.rank());
    if (reals)
      block = file.reals(entry.datasets[0], first, rows);
    else
      integer_block = file.integers(entry.datasets[0], first, rows);
  });
  if (reals)
    fill(call, {v, 0}, services.mesh().from_blocks(group.set, group.components, block), group.components);
  else
    fill(call, {v, 0}, services.mesh().from_blocks(group.set, group.components, integer_block), group.components);
}

} // namespace

} // namespace nopal::mesh

NOPAL_FUNCTION(data) {
  using namespace nopal::mesh;
  const nopal::Services& services = call.services();
  const std::string path = mesh_path(services.parameters());
  std::set<std::string> named;
  for (const Entry& entry : entries("mesh::data", services.parameters())) {
    if (!named.insert(entry.name).second)
      throw nopal::Error(services.parameters().where("mesh::data"),
                         fmt::format("mesh::data: {} is named twice", entry.name));
    const auto variable = services.variables().find_variable(entry.name);
    if (!variable || services.variables().group_of(*variable).kind != nopal::GroupKind::dat)
      throw nopal::Error(services.parameters().where("mesh::data"),
                         fmt::format("mesh::data: {} is no variable of type dat", entry.name));
    read(call, entry, path);
  }
}
