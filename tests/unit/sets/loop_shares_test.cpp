// How elements of loops over sets are shared out to threads.

#include "core/launch/loop_shares.hpp"

#include "random_tables.hpp"
#include "run_meshes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

namespace nopal::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A visit of an element: the targets to which it adds, by map.
struct Visit {
  std::int32_t element;
  std::vector<std::vector<std::int32_t>> targets;
};

/// Walks over one part as a generated kernel does. `maps`: by position in LoopKernel::maps.
std::vector<Visit> visits_of(std::span<const LoopSegment> part, const RunMesh& mesh, const std::vector<int>& maps) {
  std::vector<Visit> visits;
  std::vector<std::int32_t> room;
  for (const LoopSegment& segment : part)
    for (std::int32_t at = segment.first; at < segment.end; ++at) {
      Visit& visit = visits.emplace_back(segment.elements == nullptr ? at : segment.elements[at]);
      for (std::size_t m = 0; m < maps.size(); ++m) {
        const LocalMap& map = mesh.local.maps[maps[m]];
        const auto row = map.row(visit.element, room);
        std::vector<std::int32_t>& targets = visit.targets.emplace_back(row.begin(), row.end());
        if (segment.rows == nullptr || segment.rows[m] == nullptr) continue;
        const std::int64_t first = map.arity() > 0 ? std::int64_t{at} * map.arity() : segment.starts[m][at];
        std::copy_n(segment.rows[m] + first, row.size(), targets.begin());
      }
    }
  return visits;
}

/// Which entries of which elements each owned target of a set gets, in order.
using Increments = std::map<std::pair<int, std::int32_t>, std::vector<std::array<std::int64_t, 3>>>;

Increments increments_of(const LoopShares& shares, const RunMesh& mesh, const std::vector<int>& maps,
                         const std::vector<int>& added) {
  Increments result;
  for (std::int64_t part = 0; part < shares.n_parts(); ++part)
    for (const Visit& visit : visits_of(shares.part(part), mesh, maps))
      for (std::size_t m = 0; m < maps.size(); ++m) {
        if (std::ranges::count(added, maps[m]) == 0) continue;
        const int to = mesh.topology.maps[maps[m]].to;
        for (std::size_t k = 0; k < visit.targets[m].size(); ++k) {
          const std::int32_t target = visit.targets[m][k];
          if (target >= 0 && target < mesh.local.sets[to].owned)
            result[{to, target}].push_back({maps[m], visit.element, static_cast<std::int64_t>(k)});
        }
      }
  return result;
}

LocalSet set_of(std::int32_t owned, std::int32_t executed, std::vector<std::int32_t> order) {
  LocalSet set;
  set.global = executed;
  set.owned = owned;
  set.executed = set.stored = executed;
  set.order = std::move(order);
  return set;
}

std::vector<std::pair<int, int>> ranges_of(std::span<const LoopSegment> part) {
  std::vector<std::pair<int, int>> result;
  for (const LoopSegment& segment : part) {
    EXPECT_EQ(segment.elements, nullptr);
    EXPECT_EQ(segment.rows, nullptr);
    result.emplace_back(segment.first, segment.end);
  }
  return result;
}

TEST(LoopShares, BlocksHoldTheOwnedElementsOnce) {
  const LoopShares shares = LoopShares::blocks(set_of(10000, 10007, {}));
  ASSERT_EQ(shares.n_parts(), 3);
  EXPECT_THAT(ranges_of(shares.part(0)), ElementsAre(std::pair(0, 4096)));
  EXPECT_THAT(ranges_of(shares.part(1)), ElementsAre(std::pair(4096, 8192)));
  EXPECT_THAT(ranges_of(shares.part(2)), ElementsAre(std::pair(8192, 10000)));
  EXPECT_EQ(shares.repeated(), 0);
  EXPECT_EQ(LoopShares::blocks(set_of(0, 5, {})).n_parts(), 0);
  EXPECT_EQ(LoopShares::blocks(set_of(4096, 4096, {})).n_parts(), 1);
}

TEST(LoopShares, InOrderIsOnePartInTheOrderOfTheSet) {
  const LoopShares shares = LoopShares::in_order(set_of(5, 8, {0, 1, 2, 6, 7, 4, 3, 5}));
  ASSERT_EQ(shares.n_parts(), 1);
  EXPECT_THAT(ranges_of(shares.part(0)),
              ElementsAre(std::pair(0, 3), std::pair(6, 8), std::pair(4, 5), std::pair(3, 4), std::pair(5, 6)));
  EXPECT_EQ(LoopShares::in_order(set_of(0, 0, {})).n_parts(), 1);
  EXPECT_THAT(LoopShares::in_order(set_of(0, 0, {})).part(0), SizeIs(0));
}

LocalSet with_core(LocalSet set, std::int32_t core) {
  set.core = core;
  return set;
}

TEST(LoopShares, TheCoreAndTheRestAreAllBlocks) {
  const LocalSet set = with_core(set_of(10000, 10007, {}), 5000);
  const LoopShares core = LoopShares::blocks(set, LoopPart::core), rest = LoopShares::blocks(set, LoopPart::rest);
  ASSERT_EQ(core.n_parts(), 2);
  EXPECT_THAT(ranges_of(core.part(0)), ElementsAre(std::pair(0, 4096)));
  EXPECT_THAT(ranges_of(core.part(1)), ElementsAre(std::pair(4096, 5000)));
  ASSERT_EQ(rest.n_parts(), 2);
  EXPECT_THAT(ranges_of(rest.part(0)), ElementsAre(std::pair(5000, 9096)));
  EXPECT_THAT(ranges_of(rest.part(1)), ElementsAre(std::pair(9096, 10000)));
  EXPECT_EQ(LoopShares::blocks(with_core(set, 0), LoopPart::core).n_parts(), 0);
  EXPECT_EQ(LoopShares::blocks(with_core(set, 10000), LoopPart::rest).n_parts(), 0);
}

TEST(LoopShares, EachTargetGetsAllItsIncrementsBeforeOrAfterGhostsArrive) {
  Random random(23);
  std::int64_t before = 0, after = 0, twice = 0;
  for (int round = 0; round < 200; ++round) {
    const WholeMesh whole = random_mesh(random);
    const int processes = dice(random, 1, 3);
    for (const RunMesh& mesh : run_meshes(whole, random_owners(random, whole, processes), processes))
      for (int set = 0; set < mesh.topology.n_sets(); ++set) {
        std::vector<int> maps, added;
        for (int m = 0; m < mesh.topology.n_maps(); ++m) {
          if (mesh.topology.maps[m].from != set) continue;
          maps.push_back(m);
          if (mesh.topology.maps[m].incremented) added.push_back(m);
        }
        const LocalSet& local = mesh.local.sets[set];
        const Increments expected = increments_of(LoopShares::in_order(local), mesh, maps, added);
        for (const int threads : {1, 2, 5}) {
          SCOPED_TRACE(testing::Message() << "round " << round << ", set " << set << ", " << threads << " threads");
          const auto shares = [&](LoopPart run) {
            return LoopShares::by_targets(mesh, set, maps, added, threads, run);
          };
          const LoopShares core = shares(LoopPart::core), rest = shares(LoopPart::rest);
          std::set<std::int32_t> executed;
          for (std::int64_t part = 0; part < core.n_parts(); ++part)
            for (const Visit& visit : visits_of(core.part(part), mesh, maps)) {
              executed.insert(visit.element);
              for (const int map : maps)
                for (const std::int32_t target : mesh.local.maps[map].table().row(visit.element))
                  ASSERT_LT(target, mesh.local.sets[mesh.topology.maps[map].to].owned) << "it needs a ghost";
            }
          for (std::int64_t part = 0; part < rest.n_parts(); ++part)
            for (const Visit& visit : visits_of(rest.part(part), mesh, maps))
              twice += threads == 1 && executed.contains(visit.element) ? 1 : 0;
          Increments both = increments_of(core, mesh, maps, added);
          before += std::ssize(both);
          for (const auto& [target, increments] : increments_of(rest, mesh, maps, added)) {
            ASSERT_TRUE(both.emplace(target, increments).second) << "a target gets increments in one run only";
            ++after;
          }
          ASSERT_EQ(both, expected);
        }
      }
  }
  EXPECT_GT(before, 1000);
  EXPECT_GT(after, 1000);
  EXPECT_GT(twice, 50);
}

TEST(LoopShares, ByTargetsEachTargetGetsItsIncrementsInTheSetsOrder) {
  Random random(17);
  std::int64_t repeated = 0, varying = 0, targets = 0;
  for (int round = 0; round < 200; ++round) {
    const bool by_rule = round % 8 == 0;
    const WholeMesh whole =
        by_rule ? icosahedral_mesh(dice(random, 3, 6), dice(random, 3, 6), random) : random_mesh(random);
    const int processes = dice(random, 1, 3);
    const WholeOwners owners = by_rule ? owners_by_rows(whole, processes) : random_owners(random, whole, processes);
    for (const RunMesh& mesh : run_meshes(whole, owners, processes))
      for (int set = 0; set < mesh.topology.n_sets(); ++set) {
        std::vector<int> maps, added; // in this order a map that is not added through may come first
        for (int m = mesh.topology.n_maps() - 1; m >= 0; --m) {
          if (mesh.topology.maps[m].from != set) continue;
          maps.push_back(m);
          if (!mesh.topology.maps[m].incremented) continue;
          added.insert(added.begin(), m);
          varying += mesh.topology.maps[m].arity == 0 ? 1 : 0;
        }
        const LoopShares ordered = LoopShares::in_order(mesh.local.sets[set]);
        const Increments expected = increments_of(ordered, mesh, maps, added);
        targets += std::ssize(expected);
        for (const int threads : {1, 2, 5}) {
          const LoopShares shares = LoopShares::by_targets(mesh, set, maps, added, threads);
          ASSERT_EQ(shares.n_parts(), threads);
          ASSERT_EQ(increments_of(shares, mesh, maps, added), expected) << "round " << round << ", set " << set;
          repeated += shares.repeated();
        }
      }
  }
  EXPECT_GT(repeated, 100) << "some elements lead to targets of several threads";
  EXPECT_GT(varying, 10);
  EXPECT_GT(targets, 1000);
}

TEST(LoopShares, ByTargetsNoTwoThreadsAddToOneTarget) {
  Random random(5);
  const WholeMesh whole = quadrilaterals(12, random);
  const std::vector<RunMesh> meshes = run_meshes(whole, one_owner(whole), 1);
  const std::vector<int> maps{1, 0}, added{0};
  const LoopShares shares = LoopShares::by_targets(meshes[0], 1, maps, added, 4);
  std::map<std::int32_t, std::int64_t> part_of;
  std::vector<int> visits(meshes[0].local.sets[1].owned);
  for (std::int64_t part = 0; part < shares.n_parts(); ++part) {
    const std::vector<Visit> all = visits_of(shares.part(part), meshes[0], maps);
    EXPECT_GT(all.size(), whole.maps[0].rows() / 8U) << "the work is shared out";
    for (const Visit& visit : all) {
      ++visits.at(visit.element);
      EXPECT_TRUE(std::ranges::equal(visit.targets[0], meshes[0].local.maps[1].table().row(visit.element)))
          << "rows that are only read are as the map says";
      for (const std::int32_t target : visit.targets[1])
        if (target >= 0) {
          EXPECT_EQ(part_of.emplace(target, part).first->second, part);
        }
    }
  }
  EXPECT_THAT(visits, testing::Each(testing::Ge(1)));
  EXPECT_EQ(std::ranges::count_if(visits, [](int n) { return n > 1; }), shares.repeated());
  EXPECT_THAT(part_of, SizeIs(144));
  for (const LoopSegment& segment : shares.part(1)) {
    EXPECT_EQ(segment.elements == nullptr, segment.rows == nullptr);
    if (segment.rows == nullptr) continue;
    EXPECT_EQ(segment.rows[0], nullptr) << "the loop does not add through this map";
    EXPECT_NE(segment.rows[1], nullptr);
  }
}

} // namespace
} // namespace nopal::test
