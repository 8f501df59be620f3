// Which process gets which elements of a mesh.

#include "driver/mesh/coordinate_bisection.hpp"
#include "driver/mesh/element_graph.hpp"
#include "driver/mesh/partition.hpp"
#include "tests/support/error_of.hpp"

#include "meshes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace nopal::test {
namespace {

TEST(Mesh, BisectionDealsOutEqualPartsThatDoNotDependOnTheReaders) {
  Random random(15);
  for (int n = 0; n < 20; ++n) {
    const WholeMesh mesh = random_mesh(random);
    const int parts = dice(random, 1, 7);
    SCOPED_TRACE(std::to_string(mesh.sizes[0]) + " elements, " + std::to_string(parts) + " parts");
    const std::vector<int> mine =
        bisect_coordinates(MPI_COMM_WORLD, {mesh.sizes[0], world_size()}, own_slice(mesh).positions, parts);
    const std::vector<int> all = gather({mine})[0];
    EXPECT_EQ(all, bisect_coordinates(MPI_COMM_SELF, {mesh.sizes[0], 1}, mesh.positions, parts));
    for (int part = 0; part < parts; ++part) {
      EXPECT_LE(std::abs(std::ranges::count(all, part) - mesh.sizes[0] / parts), 2);
    }
  }
}

TEST(Mesh, BisectionCutsAcrossTheLongestSide) {
  WholeMesh mesh;
  mesh.sizes = {24};
  mesh.topology.sets.push_back({"t::points", "", {}});
  mesh.positions = {.set = 0, .dimension = 2, .values = {}};
  for (int n = 0; n < 24; ++n) { // 3 x 8 points
    mesh.positions.values.push_back(n % 3);
    mesh.positions.values.push_back(-(n / 3));
  }
  const std::vector<int> parts =
      gather({bisect_coordinates(MPI_COMM_WORLD, {24, world_size()}, own_slice(mesh).positions, 2)})[0];
  for (int n = 0; n < 24; ++n) EXPECT_EQ(parts[n], n / 3 < 4 ? 1 : 0);
}

TEST(Mesh, PositionsMustBeThereAndFinite) {
  Random random(16);
  WholeMesh mesh = quadrilaterals(4, random);
  const auto error = [&] {
    return error_of([&] { partition_mesh(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), PartitionWay::coordinates); });
  };
  EXPECT_EQ(error(), "no error");
  mesh.positions.values.back() = std::numeric_limits<double>::quiet_NaN(); // on the last rank
  if (world_size() > 1) {
    EXPECT_NE(error().find("a position is infinite or no number"), std::string::npos) << error();
  }
  mesh.positions.dimension = 0;
  EXPECT_NE(error().find("has no positions"), std::string::npos) << error();
}

/// 40 x 40 cells, partitioned in this way: parts of about the same size, and few edges between cells of different
/// parts.
void expect_good_partition(PartitionWay way, double imbalance) {
  Random random(17);
  const WholeMesh mesh = quadrilaterals(40, random);
  const Partition partition = partition_mesh(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), way, 0);
  const std::vector<int> cells = gather(partition.owners)[0];
  for (int rank = 0; rank < world_size(); ++rank) {
    const double share = static_cast<double>(std::ranges::count(cells, rank)) * world_size() / 1600;
    EXPECT_LE(share, 1 + imbalance) << "rank " << rank;
    EXPECT_GE(share, 1 - 3 * imbalance) << "rank " << rank;
  }
  int cut = 0;
  for (std::int64_t n = 0; n < mesh.maps[0].rows(); ++n)
    cut += cells[mesh.maps[0].row(n)[0]] != cells[mesh.maps[0].row(n)[1]];
  // Two halves need 40 edges, three parts about 68, quarters 80.
  const int most[] = {0, 0, 48, 92, 92};
  EXPECT_LE(cut, world_size() <= 4 ? most[world_size()] : 40 * world_size());
}

TEST(Mesh, BisectionOfAGridIsBalancedWithAShortCut) { expect_good_partition(PartitionWay::coordinates, 0.005); }

TEST(Mesh, PartitionOfAGraphIsBalancedWithAShortCut) { expect_good_partition(PartitionWay::graph, 0.03); }

/// The graph of a set, by pairs of joined elements: how many rows join them.
std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> joined_elements(const WholeMesh& mesh, int set) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> joined;
  for (std::size_t m = 0; m < mesh.maps.size(); ++m) {
    if (mesh.topology.maps[m].to != set) continue;
    for (std::int64_t n = 0; n < mesh.maps[m].rows(); ++n) {
      const auto row = mesh.maps[m].row(n);
      const std::set<std::int64_t> targets(row.begin(), row.end());
      for (const std::int64_t a : targets)
        for (const std::int64_t b : targets)
          if (a != b && mesh.topology.maps[m].from != set) ++joined[{a, b}];
      for (const std::int64_t target : row) {
        if (target == n || mesh.topology.maps[m].from != set) continue;
        ++joined[{n, target}];
        ++joined[{target, n}];
      }
    }
  }
  return joined;
}

void expect_right_graph(const WholeMesh& mesh, int set) {
  const ElementGraph graph = element_graph(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), set);
  const ElementBlocks blocks{mesh.sizes[set], world_size()};
  const std::int64_t first = blocks.first(world_rank()), end = blocks.first(world_rank() + 1);
  ASSERT_EQ(std::ssize(graph.offsets), end - first + 1);
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> found, expected;
  for (std::int64_t n = first; n < end; ++n)
    for (std::int64_t arc = graph.offsets[n - first]; arc < graph.offsets[n - first + 1]; ++arc)
      EXPECT_TRUE(found.insert({{n, graph.targets[arc]}, graph.weights[arc]}).second);
  for (const auto& [pair, weight] : joined_elements(mesh, set))
    if (pair.first >= first && pair.first < end) expected[pair] = weight;
  EXPECT_EQ(found, expected);
}

TEST(Mesh, RowsJoinTheElementsOfAGraph) {
  Random random(22);
  for (int n = 0; n < 15; ++n) {
    const WholeMesh mesh = random_mesh(random);
    for (int set = 0; set < mesh.topology.n_sets(); ++set) expect_right_graph(mesh, set);
  }
}

TEST(Mesh, LongRowsJoinOnlyNeighboursInTheRow) {
  WholeMesh mesh;
  mesh.sizes = {1, 50};
  mesh.topology.sets = {{"t::rows", "", {}}, {"t::points", "", {}}};
  mesh.topology.maps = {{"t::long", 0, 1, 50, "", {}, false}};
  std::vector<std::int64_t> row(50);
  std::iota(row.begin(), row.end(), 0);
  mesh.maps.emplace_back(50, row);
  mesh.positions.set = 0;
  const ElementGraph graph = element_graph(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), 1);
  const std::int64_t first = ElementBlocks{50, world_size()}.first(world_rank());
  for (std::size_t n = 0; n + 1 < graph.offsets.size(); ++n) {
    std::vector<std::int64_t> expected;
    const std::int64_t element = first + static_cast<std::int64_t>(n);
    if (element > 0) expected.push_back(element - 1);
    if (element < 49) expected.push_back(element + 1);
    EXPECT_EQ(std::vector<std::int64_t>(graph.targets.begin() + graph.offsets[n],
                                        graph.targets.begin() + graph.offsets[n + 1]),
              expected);
  }
}

TEST(Mesh, ThePrimarySetIsTheOneThatMostEntriesLeadTo) {
  Random random(18);
  const WholeMesh mesh = quadrilaterals(6, random);
  const auto primary = [&](PartitionWay way, int wanted) {
    return partition_mesh(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), way, wanted).primary;
  };
  EXPECT_EQ(primary(PartitionWay::graph, -1), std::vector<int>{2}); // nodes
  EXPECT_EQ(primary(PartitionWay::graph, 0), std::vector<int>{0});
  EXPECT_EQ(primary(PartitionWay::coordinates, 2), std::vector<int>{0}); // cells have positions
}

TEST(Mesh, EachMeshIsPartitioned) {
  Random random(19);
  WholeMesh both = quadrilaterals(10, random);
  const WholeMesh second = quadrilaterals(10, random);
  for (const MeshSet& set : second.topology.sets) both.topology.sets.push_back(set);
  for (MeshMap map : second.topology.maps) {
    map.from += 3;
    map.to += 3;
    both.topology.maps.push_back(map);
  }
  both.sizes.insert(both.sizes.end(), second.sizes.begin(), second.sizes.end());
  both.maps.insert(both.maps.end(), second.maps.begin(), second.maps.end());
  for (const PartitionWay way : {PartitionWay::coordinates, PartitionWay::graph}) {
    const Partition partition = partition_mesh(MPI_COMM_WORLD, both.topology, own_slice(both), way);
    EXPECT_EQ(partition.primary, (std::vector<int>{way == PartitionWay::graph ? 2 : 0, 5}));
    const WholeOwners owners = gather(partition.owners);
    int cut = 0;
    for (std::int64_t n = 0; n < second.maps[1].rows(); ++n)
      cut += owners[5][second.maps[1].row(n)[0]] != owners[5][second.maps[1].row(n)[1]];
    EXPECT_LE(cut, world_size() == 1 ? 0 : 60); // by blocks it would be about 90 on 2 processes, 135 on 4
  }
}

TEST(Mesh, PartitionsAreRepeatable) {
  Random random(20);
  const WholeMesh mesh = quadrilaterals(30, random);
  for (const PartitionWay way : ways) {
    const WholeOwners first = partition_mesh(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), way).owners;
    for (int n = 0; n < 3; ++n)
      EXPECT_EQ(partition_mesh(MPI_COMM_WORLD, mesh.topology, own_slice(mesh), way).owners, first);
  }
}

} // namespace
} // namespace nopal::test
