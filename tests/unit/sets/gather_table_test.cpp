// Which elements add to each target, and in which order.

#include "core/sets/gather_table.hpp"

#include "run_meshes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace nopal::test {
namespace {

using ::testing::ElementsAre;

/// What owned targets get, in order, if the elements are executed one after the other: element, number of its sum.
std::vector<std::vector<std::int64_t>> one_by_one(const LocalMesh& mesh, int set, std::span<const AddedTargets> added,
                                                  std::int32_t owned) {
  std::vector<std::vector<std::int64_t>> entries(static_cast<std::size_t>(owned));
  std::vector<std::int32_t> room;
  for (const std::int32_t element : mesh.sets[set].order) {
    std::int64_t entry = std::int64_t{element} * sums_of(added);
    for (const AddedTargets& each : added)
      for (int t = each.first; t < each.end; ++t, ++entry)
        if (const std::int32_t target = mesh.maps[each.map].row(element, room)[t]; target < owned)
          entries[target].push_back(entry);
  }
  return entries;
}

TEST(GatherTable, HasTheEntriesOfEachTargetInTheOrderOfTheSet) {
  LocalMesh mesh;
  mesh.sets.resize(2); // edges, cells
  mesh.sets[0].order = {2, 0, 1};
  mesh.sets[1].owned = 2;
  mesh.maps.emplace_back(LocalTable(2, {0, 1, 1, 2, 0, 0}));
  const std::array both{AddedTargets{0, 0, 2}};
  const GatherTable table = gather_table(mesh, 0, both, 2);
  EXPECT_THAT(table.offsets, ElementsAre(0, 3, 5));
  EXPECT_THAT(table.entries, ElementsAre(4, 5, 0, 1, 2)) << "target 2 is a ghost";
  const std::array second{AddedTargets{0, 1, 2}};
  EXPECT_THAT(gather_table(mesh, 0, second, 2).entries, ElementsAre(2, 0));
  const std::array second_and_first{AddedTargets{0, 1, 2}, AddedTargets{0, 0, 1}};
  EXPECT_THAT(gather_table(mesh, 0, second_and_first, 2).entries, ElementsAre(4, 5, 1, 0, 3));
  EXPECT_THAT(gather_table(LocalMesh{{{}, {}}, {LocalTable(2, {})}}, 0, both, 0).offsets, ElementsAre(0));
}

TEST(GatherTable, AgreesWithOneElementAfterTheOther) {
  Random random(5);
  const WholeMesh quads = quadrilaterals(9, random), triangles = icosahedral_mesh(4, 5, random);
  std::vector<RunMesh> meshes;
  for (const int processes : {1, 2, 3}) {
    std::ranges::move(
        run_meshes(quads, processes == 1 ? one_owner(quads) : random_owners(random, quads, processes), processes),
        std::back_inserter(meshes));
    std::ranges::move(run_meshes(triangles, owners_by_rows(triangles, processes), processes),
                      std::back_inserter(meshes));
  }
  for (const RunMesh& mesh : meshes)
    for (int map = 0; map < mesh.topology.n_maps(); ++map) {
      const MeshMap& of = mesh.topology.maps[map];
      if (of.arity == 0) continue;
      const std::array added{AddedTargets{map, 0, of.arity}};
      const std::int32_t owned = mesh.local.sets[of.to].owned;
      const GatherTable table = gather_table(mesh.local, of.from, added, owned);
      const auto expected = one_by_one(mesh.local, of.from, added, owned);
      ASSERT_EQ(table.offsets.size(), expected.size() + 1);
      for (std::size_t t = 0; t < expected.size(); ++t)
        EXPECT_EQ(std::vector(table.entries.begin() + table.offsets[t], table.entries.begin() + table.offsets[t + 1]),
                  expected[t]);
    }
}

} // namespace
} // namespace nopal::test
