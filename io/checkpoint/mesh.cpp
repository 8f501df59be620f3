#include "mesh.hpp"

#include "checksum.hpp"

#include <algorithm>
#include <array>

namespace nopal::checkpoint {

namespace {

/// Returns the sum over all processes, modulo 2^64. Collective.
std::uint64_t sum_of_all(Collective& collective, std::uint64_t mine) {
  constexpr int half = 32;
  // Each half has room for the sum of 2^31 processes.
  std::array<std::int64_t, 2> halves{static_cast<std::int64_t>(mine & 0xffffffffU),
                                     static_cast<std::int64_t>(mine >> half)};
  collective.sum(std::span(halves));
  return static_cast<std::uint64_t>(halves[0]) + (static_cast<std::uint64_t>(halves[1]) << half);
}

SavedMesh look_at(Services& services) {
  MeshData& mesh = services.mesh();
  const Topology& topology = mesh.topology();
  SavedMesh saved;
  for (const MeshSet& set : topology.sets) saved.sets.push_back({set.name, mesh.set(set.name).global});
  for (const MeshMap& map : topology.maps) {
    const LocalSet& from = mesh.set(topology.sets[static_cast<std::size_t>(map.from)].name);
    const std::span owned(from.numbers.data(), static_cast<std::size_t>(from.owned));
    const std::uint64_t mine = checksum_of_rows(owned, mesh.owned_rows(map.name));
    saved.maps.push_back({map.name, sum_of_all(services.collective(), mine)});
  }
  return saved;
}

/// Returns the entry with this name. Null: there is none.
template <class Entry> const Entry* find(const std::vector<Entry>& entries, const std::string& name) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  return found != entries.end() ? &*found : nullptr;
}

constexpr const char* remedy = ": restore the mesh, or start a new run without --recover";

} // namespace

std::uint64_t checksum_of_rows(std::span<const std::int64_t> numbers, const MapTable& rows) {
  std::uint64_t sum = 0;
  std::vector<std::int64_t> row;
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const std::span<const std::int64_t> targets = rows.row(static_cast<std::int64_t>(n));
    row.assign(1, numbers[n]);
    row.insert(row.end(), targets.begin(), targets.end());
    sum += checksum({reinterpret_cast<const char*>(row.data()), row.size() * sizeof(std::int64_t)});
  }
  return sum;
}

const SavedMesh& mesh_of_run(Call& call) {
  std::optional<SavedMesh>& known = call.state<std::optional<SavedMesh>>();
  if (!known) known = look_at(call.services());
  return *known;
}

void check_same_mesh(Call& call, const std::string& path, const SavedMesh& saved, ErrorList& errors) {
  const SavedMesh& now = mesh_of_run(call);
  bool same_sizes = true;
  for (const SavedSet& set : saved.sets) {
    const SavedSet* const found = find(now.sets, set.name);
    if (found != nullptr && found->elements == set.elements) continue;
    same_sizes = false;
    errors.add(found == nullptr
                   ? "'" + path + "' holds the set " + set.name +
                         ", which no active thorn declares: activate its thorn, or start a new run "
                         "without --recover"
                   : "the set " + set.name + " has " + std::to_string(found->elements) + " elements, but that of '" +
                         path + "' has " + std::to_string(set.elements) + remedy);
  }
  if (!same_sizes) return; // then tables differ, too
  for (const SavedMap& map : saved.maps)
    if (const SavedMap* const found = find(now.maps, map.name); found != nullptr && found->checksum != map.checksum)
      errors.add("the map " + map.name + " has another table than that of '" + path +
                 "': the mesh is another one, or its elements have other numbers" + remedy);
}

} // namespace nopal::checkpoint
