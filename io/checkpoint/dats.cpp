#include "dats.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace nopal::checkpoint {

namespace {

Box block(const ElementBlocks& blocks, int components, int process) {
  return {{0, blocks.first(process), 0}, {components, blocks.first(process + 1), 1}};
}

/// Reads the points of `part` from all files that have some of them.
void read_all(const std::string& path, const Contents& contents, const Variables& variables, std::size_t n,
              const Values<std::byte>& values) {
  for (int rank = 0; rank < static_cast<int>(contents.files.size()); ++rank) {
    const Place place = places_in_file(contents, variables, rank)[n];
    const Box part = intersection(place.points, values.box);
    if (part.empty()) continue;
    read_part(ExistingFile(path + '/' + contents.files[static_cast<std::size_t>(rank)].name), place, part, values);
  }
}

} // namespace

Box elements_in_file(const Contents& contents, const Group& group, int rank) {
  const std::vector<SavedSet>& sets = contents.mesh.sets;
  const auto set = std::ranges::find(sets, group.set, &SavedSet::name);
  const std::int64_t elements = set != sets.end() ? set->elements : 0;
  return block({elements, static_cast<int>(contents.files.size())}, group.components, rank);
}

std::vector<std::int64_t> values_for_file(Call& call, Slot slot) {
  Services& services = call.services();
  const Group& group = services.variables().group_of(slot.variable);
  const auto owned = static_cast<std::size_t>(services.mesh().set(group.set).owned);
  std::vector<std::int64_t> bits(owned * static_cast<std::size_t>(group.components));
  if (!bits.empty()) std::memcpy(bits.data(), read_values(call, slot).first, bits.size() * sizeof bits[0]);
  return services.mesh().to_blocks(group.set, group.components, bits);
}

void load_dat(Call& call, const std::string& path, const Contents& contents, std::size_t n) {
  Services& services = call.services();
  const Variables& variables = services.variables();
  const Slot slot = slot_of(variables, contents.slots[n]);
  const Group& group = variables.group_of(slot.variable);
  const Box mine = block(services.mesh().blocks(group.set), group.components, services.rank());
  std::vector<std::int64_t> bits(static_cast<std::size_t>(mine.points()));
  services.together([&] {
    read_all(path, contents, variables, n,
             {reinterpret_cast<std::byte*>(bits.data()), mine, {1, group.components, 0}, sizeof bits[0]});
  });
  const std::vector<std::int64_t> owned = services.mesh().from_blocks(group.set, group.components, bits);
  if (!owned.empty()) std::memcpy(write_values(call, slot).first, owned.data(), owned.size() * sizeof owned[0]);
}

} // namespace nopal::checkpoint
