// What a mesh function of a thorn may give, and the errors.

#include "core/thorn/mesh_maker.hpp"

#include "tests/support/error_of.hpp"
#include "tests/support/single_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace nopal::test {
namespace {

using ::testing::ElementsAre;

class MeshMakers : public testing::Test {
protected:
  Parameters parameters;
  Topology topology{{{"t::cells", "", {}}, {"t::edges", "", {}}},
                    {{.name = "t::edge_cells", .from = 1, .to = 0, .arity = 2, .description = "", .where = {}},
                     {.name = "t::neighbours", .from = 0, .to = 0, .arity = 0, .description = "", .where = {}}}};
  SingleProcess one;
  int steps = 0;
  MeshMaker maker{parameters, topology, one, [this](const std::function<void()>& step) {
                    ++steps;
                    step();
                  }};
};

TEST_F(MeshMakers, BeginWithNothing) {
  EXPECT_THAT(maker.slices().sizes, ElementsAre(-1, -1));
  EXPECT_THAT(maker.given(), ElementsAre(false, false));
  EXPECT_EQ(maker.slices().maps.size(), 2U);
  EXPECT_EQ(maker.slices().positions.dimension, 0);
  EXPECT_EQ(&maker.topology(), &topology);
  EXPECT_EQ(&maker.parameters(), &parameters);
  EXPECT_EQ(&maker.collective(), &one);
}

TEST_F(MeshMakers, KeepWhatIsGiven) {
  maker.set("t::edges", 2);
  maker.set("t::cells", 0);
  maker.map("t::edge_cells", MapTable(2, {0, 1, 1, 2}));
  maker.positions("t::edges", 1, {0.5, 1.5});
  EXPECT_THAT(maker.slices().sizes, ElementsAre(0, 2));
  EXPECT_THAT(maker.given(), ElementsAre(true, false));
  EXPECT_EQ(maker.slices().maps[0], MapTable(2, {0, 1, 1, 2}));
  EXPECT_EQ(maker.slices().positions.set, 1);
  EXPECT_EQ(maker.slices().positions.dimension, 1);
  EXPECT_THAT(maker.slices().positions.values, ElementsAre(0.5, 1.5));
}

using icosahedral::Place;
using icosahedral::Rhombus;

TEST_F(MeshMakers, TakeRulesOfMapsBetweenSetsOnARhombus) {
  topology.maps[0].by_rule = true;
  const Rhombus rhombus(5, 4);
  maker.set("t::cells", rhombus, Place::cells);
  maker.set("t::edges", rhombus, Place::edges);
  maker.rule("t::edge_cells");
  EXPECT_THAT(maker.slices().sizes, ElementsAre(40, 60));
  EXPECT_THAT(maker.given(), ElementsAre(true, false));
  EXPECT_TRUE(maker.slices().rules.of_map(0));
  EXPECT_FALSE(maker.slices().rules.of_map(1));
  EXPECT_EQ(*maker.slices().rules.of_set(1), (OnRhombus{rhombus, Place::edges}));
  EXPECT_EQ(error_of([&] { maker.rule("t::edge_cells"); }), "the map t::edge_cells gets a table or a rule twice");
  EXPECT_EQ(error_of([&] { maker.map("t::edge_cells", {}); }), "the map t::edge_cells gets a table or a rule twice");
  EXPECT_EQ(error_of([&] { maker.set("t::cells", rhombus, Place::cells); }),
            "the set t::cells gets a size twice: 40 and 40");
}

TEST_F(MeshMakers, RefuseRulesThatDoNotFit) {
  maker.set("t::cells", Rhombus(5, 4), Place::cells);
  const std::string declared = "the map t::edge_cells follows from a rule, but loops can follow its table only: add "
                               "by_rule: true to its declaration";
  EXPECT_EQ(error_of([&] { maker.rule("t::edge_cells"); }), declared);
  EXPECT_EQ(error_of([&] { maker.rule("t::edge_cell"); }),
            "no active thorn declares the map \"t::edge_cell\" (did you mean \"t::edge_cells\"?)");
  const auto rule_of = [&](const Rhombus& rhombus, Place place, bool on_rhombus) {
    topology.maps[0].by_rule = true;
    MeshMaker another(parameters, topology, one, [](const auto& step) { step(); });
    another.set("t::cells", Rhombus(5, 4), Place::cells);
    if (on_rhombus)
      another.set("t::edges", rhombus, place);
    else
      another.set("t::edges", rhombus.count(place));
    return error_of([&] { another.rule("t::edge_cells"); });
  };
  EXPECT_EQ(rule_of(Rhombus(5, 4), Place::edges, false),
            "the map t::edge_cells follows from a rule, so both of its sets must lie on a rhombus before it: give "
            "t::edges its size by set(name, rhombus, place)");
  EXPECT_EQ(rule_of(Rhombus(4, 5), Place::edges, true),
            "the map t::edge_cells follows from a rule, but t::edges has 4 columns and 5 rows, and t::cells has 5 "
            "columns and 4 rows; expected the same rhombus");
  EXPECT_EQ(rule_of(Rhombus(5, 4), Place::vertices, true),
            "the map t::edge_cells has arity: 2, but its rule gives each element 6 targets: write arity: 6");
}

TEST_F(MeshMakers, DealOutBlocks) {
  class Third final : public SingleProcess {
  public:
    int rank() const override { return 2; }
    int size() const override { return 3; }
  } third;
  MeshMaker of_three(parameters, topology, third, [](const auto& step) { step(); });
  of_three.set("t::edges", 10);
  const ElementBlocks blocks = of_three.blocks("t::edges");
  EXPECT_EQ(blocks.elements, 10);
  EXPECT_EQ(blocks.processes, 3);
  EXPECT_EQ(blocks.count(0) + blocks.count(1) + blocks.count(2), 10);
}

TEST_F(MeshMakers, RunStepsTogether) {
  bool ran = false;
  maker.together([&] { ran = true; });
  EXPECT_TRUE(ran);
  EXPECT_EQ(steps, 1);
}

TEST_F(MeshMakers, RefuseUnknownSets) {
  EXPECT_EQ(error_of([&] { maker.set("t::edge", 5); }),
            "no active thorn declares the set \"t::edge\" (did you mean \"t::edges\"?)");
  EXPECT_EQ(error_of([&] { maker.set("edges", 5); }), "no active thorn declares the set \"edges\"");
  EXPECT_EQ(error_of([&] { static_cast<void>(maker.blocks("t::nodes")); }),
            "no active thorn declares the set \"t::nodes\"");
  EXPECT_EQ(error_of([&] { maker.positions("t::cell", 1, {}); }),
            "no active thorn declares the set \"t::cell\" (did you mean \"t::cells\"?)");
  EXPECT_THAT(maker.slices().sizes, ElementsAre(-1, -1));
}

TEST_F(MeshMakers, RefuseASizeTwiceOrANegativeOne) {
  EXPECT_EQ(error_of([&] { maker.set("t::cells", -1); }), "the set t::cells has the size -1; expected 0 or more");
  maker.set("t::cells", 7);
  EXPECT_EQ(error_of([&] { maker.set("t::cells", 7); }), "the set t::cells gets a size twice: 7 and 7");
  EXPECT_EQ(error_of([&] { maker.set("t::cells", -3); }), "the set t::cells gets a size twice: 7 and -3");
  EXPECT_THAT(maker.slices().sizes, ElementsAre(7, -1));
}

TEST_F(MeshMakers, RefuseBlocksOfASetWithoutSize) {
  EXPECT_EQ(error_of([&] { static_cast<void>(maker.blocks("t::cells")); }), "the set t::cells has no size yet");
  maker.set("t::cells", 0);
  EXPECT_EQ(error_of([&] { EXPECT_EQ(maker.blocks("t::cells").elements, 0); }), "no error");
}

TEST_F(MeshMakers, RefuseUnknownMapsAndTablesThatAreGivenTwice) {
  EXPECT_EQ(error_of([&] { maker.map("t::edge_cell", MapTable(2, {})); }),
            "no active thorn declares the map \"t::edge_cell\" (did you mean \"t::edge_cells\"?)");
  EXPECT_EQ(error_of([&] { maker.map("t::cells", MapTable(2, {})); }), "no active thorn declares the map \"t::cells\"");
  maker.map("t::neighbours", MapTable({0, 1}, {0}));
  EXPECT_EQ(error_of([&] { maker.map("t::neighbours", MapTable({0, 1}, {0})); }),
            "the map t::neighbours gets a table twice");
  EXPECT_THAT(maker.given(), ElementsAre(false, true));
}

TEST_F(MeshMakers, RefuseCoordinatesOfTwoSets) {
  maker.positions("t::cells", 2, {1, 2});
  EXPECT_EQ(error_of([&] { maker.positions("t::edges", 2, {1, 2}); }),
            "t::cells and t::edges have coordinates, but one set is enough to partition a mesh: leave one out");
  EXPECT_EQ(maker.slices().positions.set, 0);
}

} // namespace
} // namespace nopal::test
