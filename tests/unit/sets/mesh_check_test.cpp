#include "core/sets/mesh_check.hpp"
#include "tests/unit/sets/random_tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int edges = 0, cells = 1, nodes = 2, edge_cells = 0, cell_nodes = 1;

/// Two cells side by side, with all seven edges. An edge on the boundary leads to its cell twice. Cells lead to a
/// varying number of nodes.
class MeshCheck : public testing::Test {
protected:
  MeshCheck() {
    topology.sets = {{"a::edges", "", {}}, {"a::cells", "", {}}, {"a::nodes", "", {}}};
    topology.maps = {{"a::edge_cells", edges, cells, 2, "", {}}, {"a::cell_nodes", cells, nodes, 0, "", {}}};
    slices.sizes = {7, 2, 6};
    slices.maps = {MapTable(2, {0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1}),
                   MapTable({0, 4, 8}, {0, 1, 4, 3, 1, 2, 5, 4})};
    slices.positions = {nodes, 2, {0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1}};
  }
  std::vector<std::string> mistakes(int process = 0, int processes = 1) const {
    return mesh_mistakes(topology, slices, process, processes);
  }
  void set_target(int map, std::size_t entry, std::int64_t target) {
    std::vector<std::int64_t> targets = slices.maps[map].targets();
    targets.at(entry) = target;
    const int arity = slices.maps[map].arity();
    slices.maps[map] = arity > 0 ? MapTable(arity, targets) : MapTable(slices.maps[map].offsets(), targets);
  }

  Topology topology;
  MeshSlices slices;
};

TEST_F(MeshCheck, FindsNothingInAGoodMesh) {
  EXPECT_THAT(mistakes(), IsEmpty());
  slices.positions = {};
  EXPECT_THAT(mistakes(), IsEmpty());
  EXPECT_THAT(mesh_mistakes({}, {}, 0, 1), IsEmpty());
}

TEST_F(MeshCheck, FindsMissingSizesAndTables) {
  slices.sizes = {7, 2};
  slices.maps.pop_back();
  EXPECT_THAT(mistakes(), ElementsAre("a::nodes: the mesh does not say how many elements the set has",
                                      "a::cell_nodes: the mesh has no table for the map"));
  slices = {};
  EXPECT_EQ(mistakes().size(), 5);
}

TEST_F(MeshCheck, FindsTooManySizesAndTables) {
  slices.sizes.push_back(3);
  slices.maps.emplace_back();
  EXPECT_THAT(mistakes(), ElementsAre("the mesh has 4 sizes of sets, but 3 sets are declared",
                                      "the mesh has 3 tables of maps, but 2 maps are declared"));
}

TEST_F(MeshCheck, FindsSizesThatAreNotPossible) {
  slices.sizes[cells] = -2;
  EXPECT_THAT(mistakes(), ElementsAre("a::cells: the number of elements is -2, but it must not be negative"));
  slices.sizes[cells] = most_elements + 1;
  EXPECT_THAT(mistakes(), ElementsAre("a::cells: the number of elements is 9007199254740993, but at most "
                                      "9007199254740992 are possible"));
}

TEST_F(MeshCheck, TakesTargetsBeyond32Bits) {
  slices.sizes[nodes] = most_elements;
  slices.positions = {};
  set_target(cell_nodes, 3, most_elements - 1);
  EXPECT_THAT(mistakes(), IsEmpty());
  set_target(cell_nodes, 3, most_elements);
  EXPECT_THAT(mistakes(),
              ElementsAre("a::cell_nodes: element 0 leads to 9007199254740992 as target 3, but a::nodes has "
                          "9007199254740992 elements (0 to 9007199254740991)"));
}

TEST_F(MeshCheck, FindsWrongNumbersOfRows) {
  slices.maps[edge_cells] = MapTable(2, {0, 0, 0, 0, 0, 1});
  EXPECT_THAT(mistakes(),
              ElementsAre("a::edge_cells: process 0 has 3 rows of the table, but 7 elements of a::edges (0 to 6)"));
  slices.maps[cell_nodes] = MapTable({0, 4}, {0, 1, 4, 3});
  slices.positions = {};
  EXPECT_THAT(mistakes(2, 3),
              ElementsAre("a::edge_cells: process 2 has 3 rows of the table, but 2 elements of a::edges (5 to 6)",
                          "a::cell_nodes: process 2 has 1 row of the table, but 0 elements of a::cells (none)"));
}

TEST_F(MeshCheck, FindsWrongArities) {
  slices.maps[edge_cells] = MapTable(1, {0, 0, 0, 0, 0, 0, 9});
  EXPECT_THAT(mistakes(), ElementsAre("a::edge_cells: each row of the table has 1 target, but the map is declared with "
                                      "2 targets"));
  slices.maps[edge_cells] = MapTable({0, 2, 4, 6, 8, 10, 12, 14}, std::vector<std::int64_t>(14));
  slices.maps[cell_nodes] = MapTable(4, {0, 1, 4, 3, 1, 2, 5, 4});
  EXPECT_THAT(mistakes(),
              ElementsAre("a::edge_cells: each row of the table has a number of targets that varies, but "
                          "the map is declared with 2 targets",
                          "a::cell_nodes: each row of the table has 4 targets, but the map is declared with "
                          "a number of targets that varies"));
}

TEST_F(MeshCheck, FindsOffsetsThatDecrease) {
  slices.maps[cell_nodes] = MapTable({0, 9, 8}, {0, 1, 4, 3, 1, 2, 5, 4});
  EXPECT_THAT(mistakes(), ElementsAre("a::cell_nodes: the offsets decrease from 9 to 8 at element 1"));
}

TEST_F(MeshCheck, FindsTargetsOutOfRange) {
  set_target(edge_cells, 5, 2);
  set_target(cell_nodes, 4, -1);
  EXPECT_THAT(mistakes(),
              ElementsAre("a::edge_cells: element 2 leads to 2 as target 1, but a::cells has 2 elements (0 to 1)",
                          "a::cell_nodes: element 1 leads to -1 as target 0, but a::nodes has 6 elements (0 to 5)"));
}

TEST_F(MeshCheck, NamesElementsByGlobalNumbers) {
  // Process 1 of 2 has edges 4 to 6, cell 1 and nodes 3 to 5.
  slices.maps = {MapTable(2, {0, 1, 1, 7, 0, 0}), MapTable({0, 1}, {6})};
  slices.positions = {nodes, 1, {0, 1, std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_THAT(mistakes(1, 2),
              ElementsAre("a::edge_cells: element 5 leads to 7 as target 1, but a::cells has 2 elements (0 to 1)",
                          "a::cell_nodes: element 1 leads to 6 as target 0, but a::nodes has 6 elements (0 to 5)",
                          "positions of a::nodes: coordinate 0 of element 5 is nan, which is not finite"));
}

TEST_F(MeshCheck, NamesTheFirstFiveAndCountsTheOthers) {
  slices.sizes[cells] = 1;
  slices.maps[cell_nodes] = MapTable({0, 1}, {0});
  slices.maps[edge_cells] = MapTable(2, {0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1});
  const std::vector<std::string> found = mistakes();
  ASSERT_EQ(found.size(), 6);
  EXPECT_EQ(found[0], "a::edge_cells: element 2 leads to 1 as target 1, but a::cells has 1 element (0)");
  EXPECT_THAT(found[4], HasSubstr("element 5 leads to 1 as target 1"));
  EXPECT_EQ(found[5], "a::edge_cells: and 2 others");
  set_target(edge_cells, 13, 0);
  EXPECT_EQ(mistakes().back(), "a::edge_cells: and 1 other");
  set_target(edge_cells, 12, 0);
  EXPECT_EQ(mistakes().size(), 5);
}

TEST_F(MeshCheck, FindsMapsToSetsWithoutElements) {
  slices.sizes[cells] = 0;
  slices.maps[cell_nodes] = MapTable(std::vector<std::int64_t>{0}, {});
  EXPECT_THAT(mistakes(), ElementsAre("a::edge_cells: elements of a::edges lead to a::cells, but this set has no "
                                      "elements"));
  slices.sizes[edges] = 0;
  slices.maps[edge_cells] = MapTable(2, {});
  EXPECT_THAT(mistakes(), IsEmpty());
}

TEST_F(MeshCheck, TakesEmptyRowsThatLeadToASetWithoutElements) {
  slices.sizes[nodes] = 0;
  slices.positions = {};
  slices.maps[cell_nodes] = MapTable({0, 0, 0}, {});
  EXPECT_THAT(mistakes(), IsEmpty());
  slices.maps[cell_nodes] = MapTable({0, 1, 1}, {0});
  EXPECT_THAT(mistakes(), ElementsAre("a::cell_nodes: elements of a::cells lead to a::nodes, but this set has no "
                                      "elements"));
}

TEST_F(MeshCheck, FindsBadPositions) {
  slices.positions.values.pop_back();
  EXPECT_THAT(mistakes(),
              ElementsAre("positions of a::nodes: process 0 has 11 coordinates, but needs 12 for 6 elements "
                          "(0 to 5) in dimension 2"));
  slices.positions = {nodes, 2, std::vector<double>(12, -std::numeric_limits<double>::infinity())};
  EXPECT_EQ(mistakes().size(), 6);
  EXPECT_EQ(mistakes()[3], "positions of a::nodes: coordinate 1 of element 1 is -inf, which is not finite");
  EXPECT_EQ(mistakes()[5], "positions of a::nodes: and 7 others");
  slices.positions = {nodes, 4, {}};
  EXPECT_THAT(mistakes(), ElementsAre("positions: the dimension is 4, but it must be 1, 2 or 3"));
  slices.positions = {3, 1, {}};
  EXPECT_THAT(mistakes(), ElementsAre("positions: there is no set number 3"));
}

// All parts of random meshes, some with one wrong target: exactly one process finds exactly that one.
TEST(MeshCheckOfRandomMeshes, FindsOneWrongTarget) {
  Draw draw(41);
  const Topology topology{{{"a::from", "", {}}, {"a::to", "", {}}}, {{"a::map", 0, 1, 3, "", {}}}};
  int wrong = 0;
  for (int k = 0; k < 200; ++k) {
    const std::int32_t n = draw(1, 30), n_to = draw(1, 9), processes = draw(1, 6);
    std::vector<std::int64_t> targets(std::size_t{3} * n);
    for (std::int64_t& target : targets) target = draw(0, n_to - 1);
    const std::int32_t bad = draw(0, 6 * n - 1); // often beyond the last one
    if (bad < 3 * n) targets[bad] = draw(0, 1) == 0 ? -1 : n_to;
    std::vector<std::string> found;
    for (int process = 0; process < processes; ++process) {
      const ElementBlocks blocks{n, processes};
      const auto begin = targets.begin() + 3 * blocks.first(process);
      const MeshSlices slices{{n, n_to}, {MapTable(3, {begin, begin + 3 * blocks.count(process)})}, {}};
      for (const std::string& message : mesh_mistakes(topology, slices, process, processes)) found.push_back(message);
    }
    if (bad >= 3 * n) {
      EXPECT_THAT(found, IsEmpty());
      continue;
    }
    ++wrong;
    EXPECT_THAT(found, ElementsAre(HasSubstr("element " + std::to_string(bad / 3) + " leads to " +
                                             std::to_string(targets[bad]) + " as target " + std::to_string(bad % 3))));
  }
  EXPECT_GT(wrong, 50);
}

} // namespace
} // namespace nopal::test
