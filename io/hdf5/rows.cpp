#include "rows.hpp"

namespace nopal::hdf5 {

namespace {

/// Returns rows without values for the block of this process.
Rows block_of(Services& services, const std::string& set, Type type, int columns) {
  const ElementBlocks blocks = services.mesh().blocks(set);
  Rows rows;
  rows.type = type;
  rows.columns = columns;
  rows.elements = blocks.elements;
  rows.first = blocks.first(services.rank());
  return rows;
}

/// Returns a dataset of rows, which keeps its number of columns if it has no rows.
Selection whole(long columns, long rows) { return {{0, 0, 0}, {columns, rows, 1}, {1, 1, 1}}; }

/// Returns the values of the elements that this process owns. They lie together.
template <class T> std::span<const T> owned_values(Call& call, Slot slot, const Group& group) {
  const long owned = call.services().mesh().set(group.set).owned;
  if (owned == 0) return {};
  return {call.read<T>(slot).address(0, 0), static_cast<std::size_t>(owned * group.components)};
}

} // namespace

Shape Rows::shape() const {
  const long count = static_cast<long>(reals.size() + integers.size()) / columns;
  return {whole(columns, elements), all_of({{0, first, 0}, {columns, first + count, 1}}), 2};
}

Shape Rows::line() const {
  const long begin = first * columns, end = begin + static_cast<long>(reals.size() + integers.size());
  return {whole(elements * columns, 1), all_of({{begin, 0, 0}, {end, 1, 1}}), 1};
}

Source Rows::source() const {
  const void* const values =
      type == Type::integer ? static_cast<const void*>(integers.data()) : static_cast<const void*>(reals.data());
  return {values, {1, columns, 0}, 1, type};
}

Rows rows_of_dat(Call& call, Slot slot) {
  Services& services = call.services();
  const Group& group = services.variables().group_of(slot.variable);
  Rows rows = block_of(services, group.set, group.type, group.components);
  MeshData& mesh = services.mesh();
  if (group.type == Type::integer)
    rows.integers = mesh.to_blocks(group.set, group.components, owned_values<std::int64_t>(call, slot, group));
  else
    rows.reals = mesh.to_blocks(group.set, group.components, owned_values<double>(call, slot, group));
  return rows;
}

Rows rows_of_map(Services& services, const MeshMap& map) {
  MeshData& mesh = services.mesh();
  const std::string& from = mesh.topology().sets[static_cast<std::size_t>(map.from)].name;
  Rows rows = block_of(services, from, Type::integer, map.arity);
  rows.integers = mesh.to_blocks(from, map.arity, mesh.owned_rows(map.name).targets());
  return rows;
}

} // namespace nopal::hdf5
