// The part of a mesh that one process holds, compared with the whole mesh.

#include "core/sets/mesh_build.hpp"
#include "tests/support/whole_mesh.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace nopal::test {
namespace {

std::set<std::int64_t> numbers_between(const LocalSet& set, std::int32_t first, std::int32_t end) {
  return {set.numbers.begin() + first, set.numbers.begin() + end};
}

void expect_ghosts_in_order(const LocalSet& set, const std::vector<int>& owners) {
  for (const auto& [first, end] : {std::pair(set.owned, set.executed), std::pair(set.executed, set.stored)})
    for (std::int32_t n = first + 1; n < end; ++n) {
      const std::int64_t before = set.numbers[n - 1], number = set.numbers[n];
      EXPECT_LT(std::pair(owners[before], before), std::pair(owners[number], number));
    }
}

void expect_right_elements(const LocalMesh& local, const WholeMesh& mesh, const WholeOwners& owners, int rank) {
  const std::vector<HeldElements> held = held_by(mesh, owners, rank);
  for (std::size_t s = 0; s < held.size(); ++s) {
    const LocalSet& set = local.sets[s];
    EXPECT_EQ(set.global, mesh.sizes[s]);
    EXPECT_EQ(std::ssize(set.numbers), set.stored);
    EXPECT_EQ(std::ssize(held[s].stored), set.stored); // no element is stored twice
    EXPECT_EQ(numbers_between(set, 0, set.owned), held[s].owned);
    EXPECT_EQ(numbers_between(set, 0, set.executed), held[s].executed);
    EXPECT_EQ(numbers_between(set, 0, set.stored), held[s].stored);
    expect_ghosts_in_order(set, owners[s]);
  }
}

void expect_right_rows(const LocalMesh& local, const WholeMesh& mesh) {
  for (std::size_t m = 0; m < mesh.maps.size(); ++m) {
    const LocalSet &from = local.sets[mesh.topology.maps[m].from], &to = local.sets[mesh.topology.maps[m].to];
    EXPECT_EQ(local.maps[m].arity(), mesh.maps[m].arity());
    ASSERT_EQ(local.maps[m].rows(), from.executed);
    std::vector<std::int32_t> room;
    for (std::int32_t n = 0; n < from.executed; ++n) {
      std::vector<std::int64_t> row;
      for (const std::int32_t target : local.maps[m].row(n, room)) row.push_back(to.numbers.at(target));
      const auto expected = mesh.maps[m].row(from.numbers[n]);
      EXPECT_EQ(row, std::vector<std::int64_t>(expected.begin(), expected.end()));
    }
  }
}

/// For each element of each set: the elements of the set `from` that lead to it through incremented maps, in order.
using Arrivals = std::map<std::pair<int, std::int64_t>, std::vector<std::int64_t>>;

/// The arrivals if the elements are executed in this order.
Arrivals arrivals(const WholeMesh& mesh, int from, const std::vector<std::int64_t>& order) {
  Arrivals result;
  for (const std::int64_t number : order)
    for (std::size_t m = 0; m < mesh.maps.size(); ++m)
      if (mesh.topology.maps[m].from == from && mesh.topology.maps[m].incremented)
        for (const std::int64_t target : mesh.maps[m].row(number))
          result[{mesh.topology.maps[m].to, target}].push_back(number);
  return result;
}

std::vector<std::int64_t> ascending(std::int64_t size) {
  std::vector<std::int64_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

void expect_right_sums(const LocalMesh& local, const WholeMesh& mesh, const WholeOwners& owners, int rank) {
  for (int from = 0; from < mesh.topology.n_sets(); ++from) {
    const LocalSet& set = local.sets[from];
    ASSERT_EQ(std::ssize(set.order), set.executed);
    std::vector<std::int64_t> order;
    for (const std::int32_t element : set.order) order.push_back(set.numbers.at(element));
    EXPECT_EQ(std::set<std::int64_t>(order.begin(), order.end()).size(), order.size());
    Arrivals found = arrivals(mesh, from, order);
    const Arrivals expected = arrivals(mesh, from, ascending(mesh.sizes[from]));
    for (const auto& [target, sequence] : expected)
      if (owners[target.first][target.second] == rank) {
        EXPECT_EQ(found[target], sequence);
      }
    std::vector<std::int32_t> core, others;
    for (const std::int32_t element : set.order)
      if (element < set.owned) (element < set.core ? core : others).push_back(element);
    EXPECT_TRUE(std::ranges::is_sorted(core)); // the numbers follow the order of execution
    EXPECT_TRUE(std::ranges::is_sorted(others));
  }
}

/// Returns the elements of a set that a process owns and that lead to no ghost.
std::set<std::int64_t> core_of(const WholeMesh& mesh, const WholeOwners& owners, int set, int rank) {
  std::set<std::int64_t> core;
  for (std::int64_t n = 0; n < mesh.sizes[set]; ++n) {
    bool local = owners[set][n] == rank;
    for (std::size_t m = 0; m < mesh.maps.size(); ++m)
      if (mesh.topology.maps[m].from == set)
        for (const std::int64_t target : mesh.maps[m].row(n))
          local = local && owners[mesh.topology.maps[m].to][target] == rank;
    if (local) core.insert(n);
  }
  return core;
}

void expect_right_core(const LocalMesh& local, const WholeMesh& mesh, const WholeOwners& owners, int rank) {
  for (int set = 0; set < mesh.topology.n_sets(); ++set)
    EXPECT_EQ(numbers_between(local.sets[set], 0, local.sets[set].core), core_of(mesh, owners, set, rank));
}

/// Each ghost is received exactly once, from its owner, which sends it in the same place of the message.
void expect_matching_lists(const std::vector<LocalMesh>& parts, std::size_t s) {
  for (int rank = 0; rank < std::ssize(parts); ++rank) {
    const LocalSet& set = parts[rank].sets[s];
    std::vector<std::int32_t> received;
    int last = -1;
    for (const SetNeighbour& neighbour : set.neighbours) {
      EXPECT_LT(last, neighbour.rank);
      last = neighbour.rank;
      ASSERT_NE(neighbour.rank, rank);
      EXPECT_FALSE(neighbour.receive.empty() && neighbour.send.empty());
      EXPECT_TRUE(std::ranges::is_sorted(neighbour.receive));
      received.insert(received.end(), neighbour.receive.begin(), neighbour.receive.end());
      const LocalSet& other = parts[neighbour.rank].sets[s];
      const auto back = std::ranges::find(other.neighbours, rank, &SetNeighbour::rank);
      ASSERT_NE(back, other.neighbours.end());
      ASSERT_EQ(back->send.size(), neighbour.receive.size());
      for (std::size_t n = 0; n < back->send.size(); ++n) {
        EXPECT_LT(back->send[n], other.owned);
        EXPECT_EQ(other.numbers[back->send[n]], set.numbers[neighbour.receive[n]]);
      }
    }
    std::ranges::sort(received);
    std::vector<std::int32_t> ghosts(set.stored - set.owned);
    std::iota(ghosts.begin(), ghosts.end(), set.owned);
    EXPECT_EQ(received, ghosts);
  }
}

void expect_right_mesh(const WholeMesh& mesh, const WholeOwners& owners, int processes) {
  const std::vector<LocalMesh> parts = build_all(mesh, owners, processes);
  for (int rank = 0; rank < processes; ++rank) {
    SCOPED_TRACE("process " + std::to_string(rank));
    expect_right_elements(parts[rank], mesh, owners, rank);
    expect_right_rows(parts[rank], mesh);
    expect_right_sums(parts[rank], mesh, owners, rank);
    expect_right_core(parts[rank], mesh, owners, rank);
  }
  for (std::size_t s = 0; s < mesh.sizes.size(); ++s) expect_matching_lists(parts, s);
}

TEST(MeshBuild, RandomMeshesAreAsTheWholeMeshSays) {
  Random random(1);
  for (int n = 0; n < 400 && !testing::Test::HasFailure(); ++n) {
    const WholeMesh mesh = random_mesh(random);
    const int processes = dice(random, 1, 5);
    SCOPED_TRACE("mesh " + std::to_string(n) + " on " + std::to_string(processes) + " processes");
    expect_right_mesh(mesh, random_owners(random, mesh, processes), processes);
  }
}

/// All rows, sums and exchange lists are those of the tables. A map keeps two numbers for each target of a line, and no
/// table.
TEST(MeshBuild, IcosahedralGridsFollowFromTheRule) {
  Random random(7);
  for (int n = 0; n < 60 && !testing::Test::HasFailure(); ++n) {
    const int columns = dice(random, 3, 9), rows = dice(random, 3, 8), processes = dice(random, 1, 5);
    SCOPED_TRACE(testing::Message() << columns << " x " << rows << " on " << processes << " processes");
    const WholeMesh mesh = icosahedral_mesh(columns, rows, random);
    const WholeOwners owners = owners_by_rows(mesh, processes);
    expect_right_mesh(mesh, owners, processes);
    for (const LocalMesh& local : build_all(mesh, owners, processes))
      for (std::size_t m = 0; m < mesh.maps.size(); ++m) {
        const MeshMap& map = mesh.topology.maps[m];
        ASSERT_NE(local.maps[m].lines(), nullptr);
        EXPECT_EQ(local.maps[m].bytes(), 2 * 4 * map.arity * local.sets[map.from].executed / columns);
        const LocalTable table = local.maps[m].make_table();
        ASSERT_EQ(table.rows(), local.sets[map.from].executed);
        std::vector<std::int32_t> room;
        for (std::int32_t row = 0; row < local.sets[map.from].executed; ++row)
          EXPECT_TRUE(std::ranges::equal(table.row(row), local.maps[m].row(row, room)));
      }
  }
}

TEST(MeshBuild, OneProcessWaitsForNothing) {
  Random random(2);
  for (int n = 0; n < 50; ++n) {
    const WholeMesh mesh = random_mesh(random);
    const LocalMesh local = build_all(mesh, random_owners(random, mesh, 1), 1)[0];
    for (const LocalSet& set : local.sets) {
      EXPECT_EQ(set.core, set.global);
      EXPECT_EQ(set.stored, set.global);
      EXPECT_TRUE(set.neighbours.empty());
    }
  }
}

TEST(MeshBuild, ElementsOfSetsThatIncrementNothingAreExecutedInOrder) {
  Random random(3);
  WholeMesh mesh = quadrilaterals(5, random);
  mesh.topology.maps[0].incremented = false;
  for (const LocalMesh& part : build_all(mesh, random_owners(random, mesh, 3), 3))
    for (const LocalSet& set : part.sets) {
      EXPECT_EQ(set.executed, set.owned);
      for (std::int32_t n = 0; n < set.owned; ++n) EXPECT_EQ(set.order[n], n);
    }
}

/// Returns how far the numbers of the two cells of an edge are from each other on average.
double mean_distance(const LocalTable& edge_cells) {
  double sum = 0;
  for (std::int64_t n = 0; n < edge_cells.rows(); ++n) sum += std::abs(edge_cells.row(n)[0] - edge_cells.row(n)[1]);
  return sum / static_cast<double>(edge_cells.rows());
}

/// Returns how far it is on average from the first cell of an edge to that of the next edge.
double mean_jump(const LocalTable& edge_cells) {
  double sum = 0;
  for (std::int64_t n = 1; n < edge_cells.rows(); ++n) sum += std::abs(edge_cells.row(n)[0] - edge_cells.row(n - 1)[0]);
  return sum / static_cast<double>(edge_cells.rows() - 1);
}

TEST(MeshBuild, NeighboursLieCloseToEachOther) {
  Random random(4);
  WholeMesh mesh = quadrilaterals(30, random);
  for (const bool incremented : {true, false}) {
    mesh.topology.maps[0].incremented = incremented;
    const LocalMesh local = build_all(mesh, random_owners(random, mesh, 1), 1)[0];
    EXPECT_LT(mean_distance(local.maps[0].table()), 30); // of 900 shuffled cells it is about 300
    EXPECT_LT(mean_jump(local.maps[0].table()), incremented ? 40 : 2);
  }
}

TEST(MeshBuild, SetsFollowTheSetThatLeadsToThem) {
  Random random(7);
  const WholeMesh mesh = quadrilaterals(30, random);
  const LocalTable cell_nodes = build_all(mesh, random_owners(random, mesh, 1), 1)[0].maps[2].table();
  EXPECT_LT(mean_jump(cell_nodes), 4); // of 961 shuffled nodes it is about 320
  std::int32_t known = 0;              // the nodes have numbers in the order in which the cells lead to them
  for (const std::int32_t node : cell_nodes.targets()) {
    EXPECT_LE(node, known);
    known = std::max(known, node + 1);
  }
}

TEST(MeshBuild, AnOrderThatIsGoodStays) {
  WholeMesh chain;
  chain.topology.sets = {{"cells", "", {}}, {"edges", "", {}}};
  chain.topology.maps = {{"edge_cells", 1, 0, 2, "", {}, true}};
  chain.sizes = {40, 39};
  std::vector<std::int64_t> rows, mixed;
  for (std::int64_t edge = 0; edge < 39; ++edge)
    for (const std::int64_t cell : {edge, edge + 1}) {
      rows.push_back(cell);
      mixed.push_back(cell * 17 % 40);
    }
  const auto cells = [&](const std::vector<std::int64_t>& targets) {
    chain.maps = {MapTable(2, targets)};
    return build_all(chain, {std::vector<int>(40, 0), std::vector<int>(39, 0)}, 1)[0];
  };
  std::vector<std::int64_t> ascending(40);
  std::iota(ascending.begin(), ascending.end(), 0);
  EXPECT_EQ(cells(rows).sets[0].numbers, ascending);
  const LocalMesh renumbered = cells(mixed);
  EXPECT_NE(renumbered.sets[0].numbers, ascending);
  EXPECT_EQ(mean_distance(renumbered.maps[0].table()), 1);
}

/// Returns the elements of a set in the order of execution, by their global numbers.
std::vector<std::int64_t> executed(const LocalSet& set) {
  std::vector<std::int64_t> numbers;
  for (const std::int32_t element : set.order) numbers.push_back(set.numbers.at(element));
  return numbers;
}

TEST(MeshBuild, SumsByPlaceFollowTheNumbersOnTheProcess) {
  Random random(5);
  const WholeMesh mesh = quadrilaterals(30, random);
  const WholeOwners owners = random_owners(random, mesh, 3);
  const std::vector<LocalMesh> parts = build_all(mesh, owners, 3, SumOrder::by_place);
  const std::vector<LocalMesh> others = build_all(mesh, owners, 3);
  const int edges = mesh.topology.maps[0].from;
  for (int rank = 0; rank < 3; ++rank) {
    expect_right_elements(parts[rank], mesh, owners, rank);
    expect_right_rows(parts[rank], mesh);
    std::vector<std::int64_t> order = executed(parts[rank].sets[edges]), other = executed(others[rank].sets[edges]);
    EXPECT_NE(arrivals(mesh, edges, order), arrivals(mesh, edges, other));
    std::ranges::sort(order);
    std::ranges::sort(other);
    EXPECT_EQ(order, other); // the same elements
  }
  for (std::size_t s = 0; s < mesh.sizes.size(); ++s) expect_matching_lists(parts, s);

  // On one process no element waits, and edges with neighbouring cells follow each other.
  const LocalMesh local = build_all(mesh, random_owners(random, mesh, 1), 1, SumOrder::by_place)[0];
  EXPECT_LT(mean_jump(local.maps[0].table()), 2);
}

TEST(MeshBuild, ARankThatOnlyAsksBecomesANeighbour) {
  LocalSet set;
  set.global = 9;
  set.owned = set.executed = set.stored = 3;
  set.numbers = {5, 2, 7};
  fill_sends(set, {{}, {}, {7, 5}, {2}});
  ASSERT_EQ(set.neighbours.size(), 2U);
  EXPECT_EQ(set.neighbours[0], (SetNeighbour{2, {}, {2, 0}}));
  EXPECT_EQ(set.neighbours[1], (SetNeighbour{3, {}, {1}}));
}

} // namespace
} // namespace nopal::test
