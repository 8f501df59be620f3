#include "driver/mesh/partition.hpp"

#include "core/base/error.hpp"
#include "driver/mesh/coordinate_bisection.hpp"
#include "driver/mesh/graph_partition.hpp"
#include "driver/mesh/route.hpp"

#include <optional>

namespace nopal {

namespace {

constexpr int nobody = -1;

/// An element to which a row leads, and the owner of the row's element.
struct Claim {
  std::int64_t element;
  int owner;
};

class OwnersByMaps {
public:
  OwnersByMaps(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
               std::vector<std::vector<int>>& owners, std::vector<bool>& known)
      : communicator_(communicator), rank_(rank_in(communicator)), topology_(topology), slices_(slices),
        owners_(owners), known_(known) {}

  void run() {
    while (const std::optional<int> set = next_set()) {
      const auto s = static_cast<std::size_t>(*set);
      owners_[s].assign(static_cast<std::size_t>(blocks(*set).count(rank_)), nobody);
      const bool leads = leads_to_known(*set);
      const std::size_t n_maps = size_of(communicator_) == 1 ? 0 : topology_.maps.size();
      for (std::size_t m = 0; m < n_maps; ++m) {
        const MeshMap& map = topology_.maps[m];
        if (leads && map.from == *set && is_known(map.to)) take_from_targets(m);
        if (!leads && map.to == *set && is_known(map.from)) take_from_sources(m);
      }
      for (int& owner : owners_[s]) // this process's block
        if (owner == nobody) owner = rank_;
      known_[s] = true;
    }
  }

private:
  ElementBlocks blocks(int set) const { return {slices_.sizes[static_cast<std::size_t>(set)], size_of(communicator_)}; }
  bool is_known(int set) const { return known_[static_cast<std::size_t>(set)]; }
  bool leads_to_known(int set) const {
    return std::any_of(topology_.maps.begin(), topology_.maps.end(),
                       [&](const MeshMap& map) { return map.from == set && is_known(map.to); });
  }
  bool is_led_to(int set) const {
    return std::any_of(topology_.maps.begin(), topology_.maps.end(),
                       [&](const MeshMap& map) { return map.to == set && is_known(map.from); });
  }
  std::optional<int> next_set() const {
    for (int set = 0; set < topology_.n_sets(); ++set)
      if (!is_known(set) && leads_to_known(set)) return set;
    for (int set = 0; set < topology_.n_sets(); ++set)
      if (!is_known(set) && is_led_to(set)) return set;
    return std::nullopt;
  }

  void take_from_targets(std::size_t m) {
    const MeshMap& map = topology_.maps[m];
    const MapTable& table = slices_.maps[m];
    std::vector<int>& owners = owners_[static_cast<std::size_t>(map.from)];
    std::vector<std::int64_t> targets;
    for (std::int64_t n = 0; n < table.rows(); ++n)
      if (owners[static_cast<std::size_t>(n)] == nobody && !table.row(n).empty()) targets.push_back(table.row(n)[0]);
    sort_unique(targets);
    const std::vector<int> found =
        fetch(communicator_, blocks(map.to), owners_[static_cast<std::size_t>(map.to)], targets);
    for (std::int64_t n = 0; n < table.rows(); ++n) {
      if (owners[static_cast<std::size_t>(n)] != nobody || table.row(n).empty()) continue;
      const auto place = std::lower_bound(targets.begin(), targets.end(), table.row(n)[0]) - targets.begin();
      owners[static_cast<std::size_t>(n)] = found[static_cast<std::size_t>(place)];
    }
  }

  void take_from_sources(std::size_t m) {
    const MeshMap& map = topology_.maps[m];
    const MapTable& table = slices_.maps[m];
    const ElementBlocks to = blocks(map.to);
    std::vector<std::vector<Claim>> claims(static_cast<std::size_t>(to.processes));
    for (std::int64_t n = 0; n < table.rows(); ++n)
      for (const std::int64_t target : table.row(n))
        claims[static_cast<std::size_t>(to.process_of(target))].push_back(
            {target, owners_[static_cast<std::size_t>(map.from)][static_cast<std::size_t>(n)]});
    std::vector<int>& owners = owners_[static_cast<std::size_t>(map.to)];
    // The claims of a lower rank, and its earlier claims, come from elements with lower numbers.
    std::vector<int> first(owners.size(), nobody);
    for (const Claim& claim : route(communicator_, claims).values) {
      int& owner = first[static_cast<std::size_t>(claim.element - to.first(rank_))];
      if (owner == nobody) owner = claim.owner;
    }
    for (std::size_t n = 0; n < owners.size(); ++n)
      if (owners[n] == nobody) owners[n] = first[n];
  }

  MPI_Comm communicator_;
  int rank_;
  const Topology& topology_;
  const MeshSlices& slices_;
  std::vector<std::vector<int>>& owners_;
  std::vector<bool>& known_;
};

/// Collective. Returns the set without owners that most entries of maps lead to; the lowest of several.
int choose_primary(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
                   const std::vector<bool>& known) {
  std::vector<std::int64_t> entries(topology.sets.size(), 0);
  for (std::size_t m = 0; m < topology.maps.size(); ++m)
    entries[static_cast<std::size_t>(topology.maps[m].to)] += std::ssize(slices.maps[m].targets());
  MPI_Allreduce(MPI_IN_PLACE, entries.data(), static_cast<int>(entries.size()), MPI_INT64_T, MPI_SUM, communicator);
  int best = -1;
  for (int set = 0; set < topology.n_sets(); ++set) {
    const auto s = static_cast<std::size_t>(set);
    if (!known[s] && (best == -1 || entries[s] > entries[static_cast<std::size_t>(best)])) best = set;
  }
  return best;
}

/// Collective. Returns the owners of this process's block of the set.
std::vector<int> partition_set(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
                               PartitionWay way, int set) {
  const int size = size_of(communicator), rank = rank_in(communicator);
  const ElementBlocks blocks{slices.sizes[static_cast<std::size_t>(set)], size};
  std::vector<int> by_blocks(static_cast<std::size_t>(blocks.count(rank)), rank);
  if (size == 1 || way == PartitionWay::blocks) return by_blocks;
  if (way == PartitionWay::coordinates && set == slices.positions.set)
    return bisect_coordinates(communicator, blocks, slices.positions, size);
  const ElementGraph graph = element_graph(communicator, topology, slices, set);
  std::int64_t arcs = std::ssize(graph.targets);
  MPI_Allreduce(MPI_IN_PLACE, &arcs, 1, MPI_INT64_T, MPI_SUM, communicator);
  return arcs == 0 ? by_blocks : partition_graph(communicator, graph, size);
}

/// Returns the owners of this process's block of a set on an icosahedral grid: each has whole rows.
std::vector<int> owners_by_rows(MPI_Comm communicator, const OnRhombus& grid, std::int64_t elements) {
  const ElementBlocks blocks{elements, size_of(communicator)};
  const int rank = rank_in(communicator);
  std::vector<int> owners;
  for (std::int64_t n = blocks.first(rank); n < blocks.first(rank + 1); ++n)
    owners.push_back(owner_of_line(grid, grid.line_of(n), blocks.processes));
  return owners;
}

} // namespace

int owner_of_line(const OnRhombus& grid, std::int64_t line, int processes) {
  return ElementBlocks{grid.rhombus.rows(), processes}.process_of(line / icosahedral::colours(grid.place));
}

void follow_owners(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
                   std::vector<std::vector<int>>& owners, std::vector<bool>& known) {
  OwnersByMaps(communicator, topology, slices, owners, known).run();
}

Partition partition_mesh(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices, PartitionWay way,
                         int primary) {
  if (way == PartitionWay::coordinates) {
    if (slices.positions.dimension == 0)
      throw Error("the mesh has no positions, so it cannot be partitioned by coordinates; give positions or choose "
                  "another partition");
    primary = slices.positions.set;
  }
  Partition result;
  result.owners.resize(topology.sets.size());
  std::vector<bool> known(topology.sets.size(), false);
  for (int set = 0; set < topology.n_sets(); ++set) {
    const OnRhombus* const grid = slices.rules.of_set(set);
    if (grid == nullptr) continue;
    const auto s = static_cast<std::size_t>(set);
    result.owners[s] = owners_by_rows(communicator, *grid, slices.sizes[s]);
    result.primary.push_back(set);
    known[s] = true;
  }
  follow_owners(communicator, topology, slices, result.owners, known);
  if (primary >= 0 && known[static_cast<std::size_t>(primary)]) primary = -1;
  for (int set = primary;; set = -1) {
    if (set == -1) set = choose_primary(communicator, topology, slices, known);
    if (set == -1) return result;
    result.owners[static_cast<std::size_t>(set)] = partition_set(communicator, topology, slices, way, set);
    result.primary.push_back(set);
    known[static_cast<std::size_t>(set)] = true;
    follow_owners(communicator, topology, slices, result.owners, known);
  }
}

} // namespace nopal
