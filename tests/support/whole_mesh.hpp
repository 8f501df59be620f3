#pragma once
// Whole meshes for tests: random ones, a grid of quadrilaterals, an icosahedral grid by rule. What a process holds of
// one is found here directly from the whole tables, slowly.

#include "core/sets/mesh_build.hpp"
#include "core/sets/mesh_slices.hpp"
#include "core/sets/topology.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace nopal::test {

struct WholeMesh {
  Topology topology;
  std::vector<std::int64_t> sizes;
  std::vector<MapTable> maps;
  ElementPositions positions; ///< of the whole mesh
  MeshRules rules{};          ///< `maps` has the tables of maps by rule, too
};

/// The owner of each element, by number of the set.
using WholeOwners = std::vector<std::vector<int>>;

using Random = std::mt19937;

inline int dice(Random& random, int low, int high) { return std::uniform_int_distribution(low, high)(random); }

/// Returns random rows with targets below `targets`. Two targets of a row may be equal. Not all elements are led to.
inline MapTable random_table(Random& random, int arity, std::int64_t rows, std::int64_t targets) {
  const int led_to = std::max(1, static_cast<int>(targets) * 9 / 10), spread = dice(random, 1, led_to);
  std::vector<std::int64_t> all, offsets{0};
  for (std::int64_t n = 0; n < rows; ++n) {
    const int near = static_cast<int>(n * led_to / rows);
    const int length = arity > 0 ? arity : dice(random, 0, targets > 0 ? 4 : 0);
    for (int k = 0; k < length; ++k) all.push_back((near + dice(random, 0, spread)) % led_to);
    offsets.push_back(std::ssize(all));
  }
  if (arity > 0) return {arity, std::move(all)};
  return {std::move(offsets), std::move(all)};
}

/// Returns a mesh of one to four sets with some maps. The last set may be empty.
inline WholeMesh random_mesh(Random& random) {
  WholeMesh mesh;
  const int n_sets = dice(random, 1, 4);
  for (int s = 0; s < n_sets; ++s) {
    mesh.topology.sets.push_back({"t::set" + std::to_string(s), "", {}});
    mesh.sizes.push_back(s == 3 ? dice(random, 0, 2) : dice(random, 1, 40));
  }
  const int n_maps = dice(random, 0, 5);
  for (int m = 0; m < n_maps; ++m) {
    const int from = dice(random, 0, n_sets - 1), to = dice(random, 0, n_sets - 1);
    const int arity = mesh.sizes[to] == 0 ? 0 : dice(random, 0, 3);
    mesh.topology.maps.push_back({.name = "t::map" + std::to_string(m),
                                  .from = from,
                                  .to = to,
                                  .arity = arity,
                                  .description = "",
                                  .where = {},
                                  .incremented = dice(random, 0, 1) == 1});
    mesh.maps.push_back(random_table(random, arity, mesh.sizes[from], mesh.sizes[to]));
  }
  mesh.positions = {.set = 0, .dimension = dice(random, 1, 3), .values = {}};
  for (std::int64_t n = 0; n < mesh.sizes[0] * mesh.positions.dimension; ++n)
    mesh.positions.values.push_back(dice(random, -3, 3)); // so that many are equal
  return mesh;
}

/// Returns random owners. With several processes, the last one often owns nothing.
inline WholeOwners random_owners(Random& random, const WholeMesh& mesh, int processes) {
  WholeOwners owners;
  const int owning = processes > 1 && dice(random, 0, 1) == 1 ? processes - 1 : processes;
  for (const std::int64_t size : mesh.sizes) {
    owners.emplace_back();
    const bool scattered = dice(random, 0, 1) == 1;
    for (std::int64_t n = 0; n < size; ++n)
      owners.back().push_back(scattered ? dice(random, 0, owning - 1) : static_cast<int>(n * owning / size));
  }
  return owners;
}

/// Returns n x n quadrilaterals: sets cells (0), edges between two cells (1) and nodes (2), maps edge_cells (0), which
/// is incremented, edge_nodes (1) and cell_nodes (2). Positions are the middles of cells. Numbers are shuffled.
inline WholeMesh quadrilaterals(int n, Random& random) {
  const auto shuffled = [&](int size) {
    std::vector<std::int64_t> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::ranges::shuffle(numbers, random);
    return numbers;
  };
  const std::vector<std::int64_t> cells = shuffled(n * n), nodes = shuffled((n + 1) * (n + 1));
  const auto cell = [&](int i, int j) { return cells[j * n + i]; };
  const auto node = [&](int i, int j) { return nodes[j * (n + 1) + i]; };
  std::vector<std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>> edges;
  std::vector<std::int64_t> cell_nodes(4 * cells.size()), edge_cells, edge_nodes;
  WholeMesh mesh;
  mesh.positions = {.set = 0, .dimension = 2, .values = std::vector<double>(2 * cells.size())};
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const std::int64_t corners[] = {node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)};
      std::ranges::copy(corners, cell_nodes.begin() + 4 * cell(i, j));
      mesh.positions.values[2 * cell(i, j)] = i + 0.5;
      mesh.positions.values[2 * cell(i, j) + 1] = j + 0.5;
      if (i + 1 < n) edges.push_back({{cell(i, j), cell(i + 1, j)}, {node(i + 1, j), node(i + 1, j + 1)}});
      if (j + 1 < n) edges.push_back({{cell(i, j), cell(i, j + 1)}, {node(i, j + 1), node(i + 1, j + 1)}});
    }
  std::ranges::shuffle(edges, random);
  for (const auto& [both, ends] : edges) {
    edge_cells.insert(edge_cells.end(), both.begin(), both.end());
    edge_nodes.insert(edge_nodes.end(), ends.begin(), ends.end());
  }
  mesh.sizes = {n * n, std::ssize(edges), (n + 1) * (n + 1)};
  for (const char* name : {"t::cells", "t::edges", "t::nodes"}) mesh.topology.sets.push_back({name, "", {}});
  const auto add = [&](const char* name, int from, int to, int arity, std::vector<std::int64_t> targets) {
    mesh.topology.maps.push_back({name, from, to, arity, "", {}, name == std::string("t::edge_cells")});
    mesh.maps.emplace_back(arity, std::move(targets));
  };
  add("t::edge_cells", 1, 0, 2, edge_cells);
  add("t::edge_nodes", 1, 2, 2, edge_nodes);
  add("t::cell_nodes", 0, 2, 4, cell_nodes);
  return mesh;
}

/// Returns an icosahedral grid: the sets cells (0), edges (1) and vertices (2), and the nine maps between them by rule.
/// Loops increment through some of them.
inline WholeMesh icosahedral_mesh(std::int64_t columns, std::int64_t rows, Random& random) {
  using icosahedral::Place;
  const icosahedral::Rhombus rhombus(columns, rows);
  constexpr Place places[] = {Place::cells, Place::edges, Place::vertices};
  WholeMesh mesh;
  for (int from = 0; from < 3; ++from) {
    mesh.topology.sets.push_back({"t::set" + std::to_string(from), "", {}});
    mesh.sizes.push_back(rhombus.count(places[from]));
    mesh.rules.sets.push_back(OnRhombus{rhombus, places[from]});
    for (int to = 0; to < 3; ++to) {
      mesh.topology.maps.push_back({.name = "t::map" + std::to_string(from) + std::to_string(to),
                                    .from = from,
                                    .to = to,
                                    .arity = icosahedral::arity(places[from], places[to]),
                                    .description = "",
                                    .where = {},
                                    .incremented = dice(random, 0, 2) == 0,
                                    .by_rule = true});
      mesh.maps.push_back(rhombus.map(places[from], places[to], 0, mesh.sizes.back()));
      mesh.rules.maps.push_back(true);
    }
  }
  mesh.positions = {.set = 0, .dimension = 1, .values = std::vector<double>(mesh.sizes[0])};
  return mesh;
}

/// Returns the owners of an icosahedral grid whose rows are dealt out in blocks.
inline WholeOwners owners_by_rows(const WholeMesh& mesh, int processes) {
  WholeOwners owners;
  for (std::size_t s = 0; s < mesh.sizes.size(); ++s) {
    const ElementBlocks rows{mesh.rules.sets[s]->rhombus.rows(), processes};
    owners.emplace_back();
    for (std::int64_t n = 0; n < mesh.sizes[s]; ++n)
      owners.back().push_back(rows.process_of(mesh.rules.sets[s]->rhombus.element(mesh.rules.sets[s]->place, n).j));
  }
  return owners;
}

/// Returns some rows of a table.
inline MapTable rows_of(const MapTable& table, const std::vector<std::int64_t>& rows) {
  std::vector<std::int64_t> targets, offsets{0};
  for (const std::int64_t n : rows) {
    targets.insert(targets.end(), table.row(n).begin(), table.row(n).end());
    offsets.push_back(std::ssize(targets));
  }
  if (table.arity() > 0) return {table.arity(), std::move(targets)};
  return {std::move(offsets), std::move(targets)};
}

/// Returns the block of the mesh that a process reads.
inline MeshSlices slice_of(const WholeMesh& mesh, int rank, int processes) {
  MeshSlices slices{.sizes = mesh.sizes, .maps = {}, .positions = mesh.positions, .rules = mesh.rules};
  const auto block = [&](int set) {
    const ElementBlocks blocks{mesh.sizes[set], processes};
    std::vector<std::int64_t> numbers(blocks.count(rank));
    std::iota(numbers.begin(), numbers.end(), blocks.first(rank));
    return numbers;
  };
  for (std::size_t m = 0; m < mesh.maps.size(); ++m)
    slices.maps.push_back(mesh.rules.of_map(m) ? MapTable() : rows_of(mesh.maps[m], block(mesh.topology.maps[m].from)));
  slices.positions.values.clear();
  for (const std::int64_t number : block(mesh.positions.set))
    for (int axis = 0; axis < mesh.positions.dimension; ++axis)
      slices.positions.values.push_back(mesh.positions.values[number * mesh.positions.dimension + axis]);
  return slices;
}

/// Returns the owners in a process's block of each set.
inline WholeOwners block_of(const WholeOwners& owners, int rank, int processes) {
  WholeOwners result;
  for (const std::vector<int>& all : owners) {
    const ElementBlocks blocks{std::ssize(all), processes};
    result.emplace_back(all.begin() + blocks.first(rank), all.begin() + blocks.first(rank + 1));
  }
  return result;
}

/// The elements of one set that a process holds, by global number.
struct HeldElements {
  std::set<std::int64_t> owned;
  std::set<std::int64_t> executed; ///< with the owned ones
  std::set<std::int64_t> stored;   ///< with the executed ones
};

inline std::vector<HeldElements> held_by(const WholeMesh& mesh, const WholeOwners& owners, int rank) {
  std::vector<HeldElements> held(mesh.sizes.size());
  for (std::size_t s = 0; s < mesh.sizes.size(); ++s) {
    for (std::int64_t n = 0; n < mesh.sizes[s]; ++n)
      if (owners[s][n] == rank) held[s].owned.insert(n);
    held[s].executed = held[s].owned;
  }
  for (std::size_t m = 0; m < mesh.maps.size(); ++m)
    for (std::int64_t n = 0; n < mesh.maps[m].rows(); ++n)
      for (const std::int64_t target : mesh.maps[m].row(n))
        if (mesh.topology.maps[m].incremented && owners[mesh.topology.maps[m].to][target] == rank)
          held[mesh.topology.maps[m].from].executed.insert(n);
  for (HeldElements& of_set : held) of_set.stored = of_set.executed;
  for (std::size_t m = 0; m < mesh.maps.size(); ++m)
    for (const std::int64_t n : held[mesh.topology.maps[m].from].executed)
      for (const std::int64_t target : mesh.maps[m].row(n)) held[mesh.topology.maps[m].to].stored.insert(target);
  return held;
}

/// Returns what a process gets of the mesh.
inline MeshPart part_of(const WholeMesh& mesh, const WholeOwners& owners, int rank) {
  const std::vector<HeldElements> held = held_by(mesh, owners, rank);
  MeshPart part;
  for (std::size_t s = 0; s < held.size(); ++s) {
    SetPart& set = part.sets.emplace_back();
    set.global = mesh.sizes[s];
    set.owned.assign(held[s].owned.begin(), held[s].owned.end());
    set.executed.assign(held[s].executed.begin(), held[s].executed.end());
    for (const std::int64_t number : held[s].stored)
      if (owners[s][number] != rank) set.ghosts.push_back({number, owners[s][number]});
  }
  for (std::size_t m = 0; m < mesh.maps.size(); ++m)
    part.maps.push_back(mesh.rules.of_map(m) ? MapTable()
                                             : rows_of(mesh.maps[m], part.sets[mesh.topology.maps[m].from].executed));
  part.rules = mesh.rules;
  return part;
}

/// Returns the parts of all processes, with their exchange lists.
inline std::vector<LocalMesh> build_all(const WholeMesh& mesh, const WholeOwners& owners, int processes,
                                        SumOrder sums = SumOrder::by_number) {
  std::vector<LocalMesh> parts;
  for (int rank = 0; rank < processes; ++rank)
    parts.push_back(build_mesh(mesh.topology, part_of(mesh, owners, rank), sums));
  for (int rank = 0; rank < processes; ++rank)
    for (std::size_t s = 0; s < mesh.sizes.size(); ++s) {
      std::vector<std::vector<std::int64_t>> asked(processes);
      for (int other = 0; other < processes; ++other)
        for (const SetNeighbour& neighbour : parts[other].sets[s].neighbours)
          if (neighbour.rank == rank) asked[other] = received_numbers(parts[other].sets[s], neighbour);
      fill_sends(parts[rank].sets[s], asked);
    }
  return parts;
}

} // namespace nopal::test
