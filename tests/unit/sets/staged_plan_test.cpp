// Plans of loops that devices run block by block: every sum gets to its target once, and nothing is added at the same
// time.

#include "core/launch/staged_plan.hpp"

#include "core/kernels/staged_block.hpp"
#include "run_meshes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace nopal::test {
namespace {

constexpr BlockLimits roomy{.max_threads = 1024, .max_along = {}, .max_shared_bytes = 1 << 16};

/// Edges of quadrilaterals on one process. They add to both cells and to one node.
class StagedPlans : public testing::Test {
protected:
  StagedPlans() {
    Random random(5);
    const WholeMesh whole = quadrilaterals(23, random);
    mesh = run_meshes(whole, one_owner(whole), 1).front();
    nodes = *mesh.topology.find_map("t::edge_nodes");
    cells = *mesh.topology.find_map("t::edge_cells");
    const auto to = [&](int map) { return mesh.topology.maps[static_cast<std::size_t>(map)].to; };
    dats = {{to(cells), 3, {{cells, 0, 2}}},
            {to(nodes), 1, {{nodes, 1, 2}}},
            {to(cells), 2, {{cells, 1, 2}, {cells, 0, 1}}}};
    edges =
        mesh.local.sets[static_cast<std::size_t>(mesh.topology.maps[static_cast<std::size_t>(cells)].from)].executed;
  }

  /// The targets of an element's sums for a dat, in order.
  std::vector<std::int32_t> targets(const StagedDat& dat, std::int32_t element) const {
    std::vector<std::int32_t> found, room;
    for (const auto& [map, first, end] : dat.added) {
      const auto row = mesh.local.maps[static_cast<std::size_t>(map)].row(element, room);
      found.insert(found.end(), row.begin() + first, row.begin() + end);
    }
    return found;
  }

  /// Adds the number of each element, and one for each component before, to all of its targets.
  template <int components> std::vector<double> sums(int d, const StagedPlan& plan) const {
    const StagedDat& dat = dats[static_cast<std::size_t>(d)];
    const int n = sums_of(dat.added);
    std::vector<double> to(static_cast<std::size_t>(mesh.local.sets[static_cast<std::size_t>(dat.to)].stored) *
                           components);
    for (long place = 0; place < plan.colours.back(); ++place) {
      nopal_dialect::StagedBlock block(plan.words.data(), place);
      for (long e = block.first(); e < block.end(); ++e) {
        std::vector<double> given;
        for (int s = 0; s < n; ++s)
          for (int c = 0; c < components; ++c) given.push_back(static_cast<double>(e + c));
        block.add<components>(d, n, 0, n, e, given.data());
      }
      block.store<components>(d, to.data());
    }
    return to;
  }
  template <int components> std::vector<double> expected(int d) const {
    const StagedDat& dat = dats[static_cast<std::size_t>(d)];
    std::vector<double> to(static_cast<std::size_t>(mesh.local.sets[static_cast<std::size_t>(dat.to)].stored) *
                           components);
    for (std::int32_t e = 0; e < edges; ++e)
      for (const std::int32_t target : targets(dat, e))
        for (int c = 0; c < components; ++c) to[static_cast<std::size_t>(target * components + c)] += e + c;
    return to;
  }

  RunMesh mesh;
  int nodes = -1, cells = -1;
  std::vector<StagedDat> dats;
  std::int32_t edges = 0;
};

TEST_F(StagedPlans, EverySumGetsToItsTargetOnce) {
  ASSERT_GT(edges, 800);
  for (const long threads : {1024L, 100L, 7L, 1L}) {
    SCOPED_TRACE(threads);
    BlockLimits limits = roomy;
    limits.max_threads = threads;
    const StagedPlan plan = make_staged_plan(mesh.local, edges, dats, limits);
    EXPECT_EQ(plan.block_size, threads == 1024 ? 256 : threads == 100 ? 64 : threads == 7 ? 4 : 1);
    EXPECT_EQ(plan.words[staged_elements], edges);
    EXPECT_EQ(plan.words[staged_block_size], plan.block_size);
    EXPECT_EQ(sums<3>(0, plan), expected<3>(0));
    EXPECT_EQ(sums<1>(1, plan), expected<1>(1));
    EXPECT_EQ(sums<2>(2, plan), expected<2>(2));
  }
}

TEST_F(StagedPlans, BlocksOfOneColourShareNoTarget) {
  BlockLimits limits = roomy;
  limits.max_threads = 16;
  const StagedPlan plan = make_staged_plan(mesh.local, edges, dats, limits);
  ASSERT_GT(plan.colours.size(), 2u);
  EXPECT_EQ(plan.colours.front(), 0);
  EXPECT_EQ(plan.colours.back(), (edges + 15) / 16);
  const std::int32_t* const blocks = plan.words.data() + plan.words[staged_blocks];
  std::set<std::int32_t> all;
  for (std::size_t colour = 0; colour + 1 < plan.colours.size(); ++colour) {
    std::map<std::pair<int, std::int32_t>, std::int32_t> block_of; // by set and target
    for (std::int32_t at = plan.colours[colour]; at < plan.colours[colour + 1]; ++at) {
      all.insert(blocks[at]);
      for (std::int32_t e = blocks[at] * 16; e < std::min(edges, blocks[at] * 16 + 16); ++e)
        for (const StagedDat& dat : dats)
          for (const std::int32_t target : targets(dat, e))
            EXPECT_EQ(block_of.emplace(std::pair{dat.to, target}, blocks[at]).first->second, blocks[at]);
    }
  }
  EXPECT_EQ(std::ssize(all), (edges + 15) / 16);
}

TEST_F(StagedPlans, TheSumsOfABlockFitIntoTheMemoryThatItsThreadsShare) {
  const std::size_t whole = make_staged_plan(mesh.local, edges, dats, roomy).table_bytes;
  BlockLimits limits = roomy;
  limits.max_shared_bytes = whole;
  EXPECT_EQ(make_staged_plan(mesh.local, edges, dats, limits).block_size, 256);
  limits.max_shared_bytes = whole - 1;
  const StagedPlan half = make_staged_plan(mesh.local, edges, dats, limits);
  EXPECT_EQ(half.block_size, 128);
  EXPECT_LT(half.table_bytes, whole);
  // An element has 2 sums of 3, 1 of 1 and 2 of 2.
  limits.max_shared_bytes = 8 * (6 + 1 + 4);
  EXPECT_TRUE(staged_fits(dats, limits));
  EXPECT_LE(make_staged_plan(mesh.local, edges, dats, limits).table_bytes, limits.max_shared_bytes);
  --limits.max_shared_bytes;
  EXPECT_FALSE(staged_fits(dats, limits));
}

TEST_F(StagedPlans, OfNothing) {
  const StagedPlan plan = make_staged_plan(mesh.local, 0, dats, roomy);
  EXPECT_THAT(plan.colours, testing::ElementsAre(0));
  EXPECT_GT(plan.table_bytes, 0u);
}

} // namespace
} // namespace nopal::test
