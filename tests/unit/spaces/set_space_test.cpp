// The spaces of dats: layout, regions, what processes exchange; and which ghosts a routine needs.

#include "core/accelerator/coordinator.hpp"
#include "core/spaces/spaces.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/whole_mesh.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace nopal::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Group dat(const std::string& name, const std::string& set, int components, Type type = Type::real, int timelevels = 1) {
  Group result = group(name, GroupKind::dat, type, timelevels);
  result.set = set;
  result.components = components;
  return result;
}

/// 5 owned elements and 4 ghosts: 2 of process 0, 2 of process 3.
LocalSet small_set() {
  LocalSet set;
  set.global = 100;
  set.core = 1;
  set.owned = 5;
  set.executed = 7;
  set.stored = 9;
  set.numbers = {10, 11, 12, 13, 14, 2, 70, 3, 71};
  set.neighbours = {{0, {5, 7}, {4, 1, 2}}, {3, {6, 8}, {}}, {4, {}, {0}}};
  return set;
}

TEST(SetSpace, ComponentsOfAnElementStandTogether) {
  const Space space = set_space(small_set(), 3, 5);
  ASSERT_THAT(space.parts, SizeIs(1));
  const Layout& layout = space.parts[0].layout();
  EXPECT_EQ(layout.box, (Box{{0, 0, 0}, {3, 9, 1}}));
  EXPECT_EQ(layout.lead, 0);
  EXPECT_EQ(layout.size, 27);
  for (long e = 0; e < 9; ++e)
    for (long c = 0; c < 3; ++c) EXPECT_EQ(layout.index(c, e, 0), e * 3 + c);
  EXPECT_EQ(space.points, 300) << "of all processes";
  EXPECT_FALSE(space.replicated);
}

TEST(SetSpace, TheInteriorIsOwnedAndTheRestIsGhosts) {
  const Geometry part = set_space(small_set(), 3, 5).parts[0];
  EXPECT_EQ(part.points(Region::interior), 15);
  EXPECT_EQ(part.points(Region::boundary), 0);
  EXPECT_EQ(part.points(Region::ghosts), 12) << "of both halos";
  EXPECT_EQ(part.points(Region::everywhere), 27);
  EXPECT_EQ(part.owned(), part.interior());
  EXPECT_THAT(part.shape(Region::ghosts).boxes, ElementsAre(Box{{0, 5, 0}, {3, 9, 1}}));
}

TEST(SetSpace, OneProcessHasNoGhosts) {
  EXPECT_EQ(set_space(small_set(), 1, 5).regions, Region::interior | Region::ghosts);
  EXPECT_EQ(set_space(small_set(), 1, 1).regions, Region::interior);
  LocalSet without_ghosts = small_set();
  without_ghosts.executed = without_ghosts.stored = 5;
  without_ghosts.neighbours.clear();
  EXPECT_EQ(set_space(without_ghosts, 1, 5).regions, Region::interior | Region::ghosts)
      << "other processes have ghosts; regions are the same on all";
}

TEST(SetSpace, ExchangesAllComponentsOfListedElements) {
  const ExchangePlan plan = set_space(small_set(), 3, 5).exchange;
  EXPECT_THAT(plan.local, IsEmpty());
  ASSERT_THAT(plan.neighbours, SizeIs(3));
  const Neighbour &both = plan.neighbours[0], &receives = plan.neighbours[1], &sends = plan.neighbours[2];
  EXPECT_EQ(both.rank, 0);
  ASSERT_THAT(both.receive, SizeIs(1));
  EXPECT_THAT(both.receive[0].ghosts.list(), ElementsAre(5, 7));
  EXPECT_EQ(both.receive[0].ghosts.width(), 3);
  EXPECT_EQ(both.receive[0].ghosts.points(), 6);
  EXPECT_TRUE(both.receive[0].source.empty());
  ASSERT_THAT(both.send, SizeIs(1));
  EXPECT_THAT(both.send[0].source.list(), ElementsAre(4, 1, 2)) << "in the order of the message";
  EXPECT_TRUE(both.send[0].ghosts.empty());
  EXPECT_EQ(both.receive_points, 6);
  EXPECT_EQ(both.send_points, 9);
  EXPECT_EQ(receives.rank, 3);
  EXPECT_THAT(receives.receive, SizeIs(1));
  EXPECT_THAT(receives.send, IsEmpty());
  EXPECT_EQ(receives.send_points, 0);
  EXPECT_EQ(sends.rank, 4);
  EXPECT_THAT(sends.receive, IsEmpty());
  EXPECT_EQ(sends.send_points, 3);
  EXPECT_EQ(plan.receive_points(), 12);
  EXPECT_EQ(plan.send_points(), 12);
}

TEST(SetSpace, MayBeEmpty) {
  const Space space = set_space({}, 2, 1);
  EXPECT_EQ(space.points, 0);
  EXPECT_EQ(space.parts[0].layout().size, 0);
  EXPECT_EQ(space.parts[0].points(Region::everywhere), 0);
  EXPECT_THAT(space.exchange.neighbours, IsEmpty());
}

std::byte* bytes(std::vector<double>& values) { return reinterpret_cast<std::byte*>(values.data()); }

TEST(ListsOfElements, StandForAllTheirComponents) {
  const IndexSet list = IndexSet::listed({7, 2, 3}, 4);
  EXPECT_FALSE(list.is_box());
  EXPECT_EQ(list.points(), 12);
  EXPECT_EQ(list.width(), 4);
  EXPECT_EQ(list.box(), (Box{{0, 2, 0}, {4, 8, 1}}));
  EXPECT_NE(list, IndexSet::listed({7, 2, 3}, 3));
  EXPECT_NE(list, IndexSet::listed({7, 2, 3}));
  EXPECT_EQ(IndexSet::listed({7, 2, 3}).box(), IndexSet::range(2, 8));
  EXPECT_EQ(IndexSet::listed({}, 4), IndexSet());
  std::vector<Box> boxes;
  list.each_box([&](const Box& box) { boxes.push_back(box); });
  EXPECT_THAT(boxes, ElementsAre(Box{{0, 7, 0}, {4, 8, 1}}, Box{{0, 2, 0}, {4, 4, 1}}));
  EXPECT_EQ(IndexSet::listed({5}, 1).box(), (Box{{0, 5, 0}, {1, 6, 1}})) << "one component is no axis i";
}

TEST(ListsOfElements, ArePackedAndUnpackedInTheirOrder) {
  const Layout layout = array_layout({2, 5, 1});
  std::vector<double> slot{0, 1, 10, 11, 20, 21, 30, 31, 40, 41}, dense(6, -1), other(10, -1);
  const IndexSet points = IndexSet::listed({3, 0, 4}, 2);
  pack(bytes(slot), layout, 8, points, bytes(dense));
  EXPECT_THAT(dense, ElementsAre(30, 31, 0, 1, 40, 41));
  unpack(bytes(other), layout, 8, points, bytes(dense));
  EXPECT_THAT(other, ElementsAre(0, 1, -1, -1, -1, -1, 30, 31, 40, 41));
  std::vector<double> third(10, -1);
  copy({bytes(slot), layout}, points, {bytes(third), layout}, IndexSet::listed({1, 2, 0}, 2), 8);
  EXPECT_THAT(third, ElementsAre(40, 41, 30, 31, 0, 1, -1, -1, -1, -1));
}

Variables mesh_variables() {
  Variables variables;
  variables.add_group(dat("t::flow", "t::cells", 4), {"q", "res"});
  variables.add_group(dat("t::marks", "t::cells", 4, Type::integer, 2), {"mark"});
  variables.add_group(dat("t::steps", "t::cells", 1), {"adt"});
  variables.add_group(dat("t::lengths", "t::edges", 4), {"length"});
  variables.add_group(group("t::waves", GroupKind::gf), {"phi"});
  variables.add_group(group("t::sums", GroupKind::scalar), {"rms"});
  return variables;
}
enum : int { q_, res_, mark_, adt_, length_, phi_, rms_ };

Decomposition grid() { return {Domain(DomainSpec{.cells = {4, 4, 4}}), 1}; }

/// The parts of a mesh of quadrilaterals.
std::vector<RunMesh> run_meshes(int processes) {
  Random random(4);
  const WholeMesh whole = quadrilaterals(8, random);
  std::vector<RunMesh> result;
  for (LocalMesh& local : build_all(whole, random_owners(random, whole, processes), processes))
    result.push_back({whole.topology, std::move(local), processes});
  return result;
}

TEST(MeshSpaces, DatsOfOneSetAndNumberOfComponentsShareASpace) {
  const std::vector<RunMesh> meshes = run_meshes(2);
  const Spaces spaces(mesh_variables(), grid(), 0, 1, &meshes[0]);
  EXPECT_EQ(&spaces.of(q_), &spaces.of(res_));
  EXPECT_EQ(&spaces.of(q_), &spaces.of(mark_));
  EXPECT_NE(&spaces.of(q_), &spaces.of(adt_)) << "another number of components";
  EXPECT_NE(&spaces.of(q_), &spaces.of(length_)) << "another set";
  EXPECT_EQ(spaces.all().size(), 5U);
  EXPECT_EQ(spaces.of(q_).points, 4 * 64);
  EXPECT_EQ(spaces.of(adt_).points, 64);
  EXPECT_EQ(spaces.of(length_).points, 4 * 112);
  EXPECT_EQ(spaces.part({q_}).layout().box.extent(1), meshes[0].local.sets[0].stored);
  const Region dats = Region::interior | Region::ghosts;
  EXPECT_THAT(spaces.regions(), ElementsAre(dats, dats, dats, dats, dats, spaces.of(phi_).regions, Region::interior));
}

TEST(MeshSpaces, WithoutAMeshAllSetsAreEmpty) {
  const Spaces spaces(mesh_variables(), grid(), 0);
  EXPECT_EQ(spaces.of(q_).points, 0);
  EXPECT_EQ(spaces.of(q_).regions, Region::interior);
  EXPECT_EQ(spaces.part({q_}).layout().size, 0);
}

TEST(MeshSpaces, ExchangesFillAllGhostsWithTheirOwnersValues) {
  const int processes = 4;
  const Variables variables = mesh_variables();
  const std::vector<RunMesh> meshes = run_meshes(processes);
  for (const int variable : {q_, adt_, length_}) {
    const Group& of = variables.group_of(variable);
    std::vector<Spaces> spaces;
    std::vector<std::vector<double>> values;
    const auto value = [&](const LocalSet& set, long n, long c) {
      return static_cast<double>(set.numbers[n] * 10 + c);
    };
    for (const RunMesh& mesh : meshes) {
      const LocalSet& set = mesh.set(of.set);
      spaces.emplace_back(variables, grid(), 0, 1, &mesh);
      values.emplace_back(set.stored * of.components, -1);
      for (long n = 0; n < set.owned; ++n)
        for (long c = 0; c < of.components; ++c) values.back()[n * of.components + c] = value(set, n, c);
    }
    long received = 0;
    for (int rank = 0; rank < processes; ++rank)
      for (const Neighbour& neighbour : spaces[rank].of(variable).exchange.neighbours) {
        const std::vector<Neighbour>& others = spaces[neighbour.rank].of(variable).exchange.neighbours;
        const auto back = std::ranges::find(others, rank, &Neighbour::rank);
        ASSERT_NE(back, others.end());
        ASSERT_EQ(neighbour.receive_points, back->send_points);
        if (neighbour.receive.empty()) continue;
        std::vector<double> message(neighbour.receive_points);
        pack(bytes(values[neighbour.rank]), spaces[neighbour.rank].part({variable}).layout(), 8, back->send[0].source,
             bytes(message));
        unpack(bytes(values[rank]), spaces[rank].part({variable}).layout(), 8, neighbour.receive[0].ghosts,
               bytes(message));
        received += neighbour.receive_points;
      }
    EXPECT_GT(received, 0);
    for (int rank = 0; rank < processes; ++rank) {
      const LocalSet& set = meshes[rank].set(of.set);
      for (long n = 0; n < set.stored; ++n)
        for (long c = 0; c < of.components; ++c)
          ASSERT_EQ(values[rank][n * of.components + c], value(set, n, c)) << rank << " " << n;
    }
  }
}

/// A Coordinator of process 0 of 2, or of a run with one process.
class GhostsFor : public testing::Test {
protected:
  Variables variables = mesh_variables();
  std::vector<RunMesh> meshes;
  std::vector<Routine> routines;
  std::unique_ptr<Spaces> spaces;
  std::unique_ptr<Coordinator> coordinator;

  void make(int processes) {
    meshes = run_meshes(processes);
    spaces = std::make_unique<Spaces>(variables, grid(), 0, 1, &meshes[0]);
    coordinator = std::make_unique<Coordinator>(
        AcceleratorContext{.variables = &variables, .routines = &routines, .spaces = spaces.get()}, DeviceKind::copies,
        AcceleratorSettings{});
    for (int v = 0; v < variables.n_variables(); ++v) coordinator->set_storage(v, true);
  }
  void write(const std::vector<Clause>& clauses, Place place = host_place) {
    coordinator->notify_data_modified(clauses, place).end();
  }
  std::vector<Slot> ghosts_for(std::vector<Clause> reads, std::vector<Clause> writes = {}) {
    return coordinator->ghosts_for(routine("loop", std::move(reads), std::move(writes)));
  }
};

TEST_F(GhostsFor, DatsWhoseGhostsAreRead) {
  make(2);
  write({at(q_, Region::interior), at(mark_, Region::interior, 1), at(length_, Region::interior)});
  EXPECT_THAT(ghosts_for({at(q_, Region::everywhere), at(mark_, Region::ghosts, 1), at(length_, Region::interior)}),
              ElementsAre(Slot{q_, 0}, Slot{mark_, 1}));
  EXPECT_THAT(ghosts_for({}, {at(q_, Region::everywhere)}), IsEmpty()) << "only reads count";
}

TEST_F(GhostsFor, NotIfTheyAreValid) {
  make(2);
  write({at(q_, Region::everywhere), at(adt_, Region::interior)});
  EXPECT_THAT(ghosts_for({at(q_, Region::everywhere)}), IsEmpty());
  const Slot slots[] = {{adt_, 0}};
  EXPECT_THAT(ghosts_for({at(adt_, Region::everywhere)}), ElementsAre(Slot{adt_, 0}));
  coordinator->pre_sync_of(slots, "t").end();
  coordinator->post_sync().end();
  EXPECT_THAT(ghosts_for({at(adt_, Region::everywhere)}), IsEmpty());
}

TEST_F(GhostsFor, NotIfTheyAreValidAtAnotherPlace) {
  make(2);
  write({at(q_, Region::everywhere)}, device_place);
  EXPECT_THAT(ghosts_for({at(q_, Region::everywhere)}), IsEmpty()) << "a copy brings them";
  write({at(adt_, Region::interior)}, device_place);
  EXPECT_THAT(ghosts_for({at(adt_, Region::everywhere)}), ElementsAre(Slot{adt_, 0}));
}

TEST_F(GhostsFor, NotIfTheirOwnersHaveNoValues) {
  make(2);
  EXPECT_THAT(ghosts_for({at(q_, Region::everywhere)}), IsEmpty()) << "the call of the routine reports this";
  write({at(q_, Region::interior)});
  EXPECT_THAT(ghosts_for({at(q_, Region::everywhere), at(mark_, Region::everywhere, 0)}), ElementsAre(Slot{q_, 0}));
}

TEST_F(GhostsFor, NotOfGridFunctionsAndScalars) {
  make(2);
  write({at(phi_, Region::owned), at(rms_, Region::interior)});
  EXPECT_THAT(ghosts_for({at(phi_, Region::everywhere), at(rms_, Region::everywhere)}), IsEmpty());
}

TEST_F(GhostsFor, NotInARunWithOneProcess) {
  make(1);
  write({at(q_, Region::interior)});
  EXPECT_THAT(ghosts_for({at(q_, Region::everywhere)}), IsEmpty());
}

TEST_F(GhostsFor, AfterTheOwnersWriteNewValues) {
  make(2);
  const Routine writer = routine("writer", {}, {at(q_, Region::interior)});
  write({at(q_, Region::everywhere)});
  EXPECT_THAT(ghosts_for({at(q_, Region::everywhere)}), IsEmpty());
  coordinator->pre_call_function(writer, host_place).end();
  coordinator->post_call_function(writer, host_place).end();
  EXPECT_THAT(ghosts_for({at(q_, Region::everywhere)}), ElementsAre(Slot{q_, 0})) << "the ghosts are old";
}

} // namespace
} // namespace nopal::test
