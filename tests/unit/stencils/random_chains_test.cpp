// Random chains against a definition by brute force: sets of points, and small arrays of numbers.
#include "core/stencils/dependencies.hpp"
#include "tests/unit/stencils/random_chains.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

using namespace test;

void compare_with_sets(const RandomChain& random, const Grid& grid, const Propagation& found) {
  const Influence truth = influence(random, grid);
  for (std::size_t n = 0; n < random.chain.stages.size(); ++n)
    ASSERT_EQ(found.stages[n], box_of(truth.stages[n], grid)) << "stage " << n;
  for (std::size_t n = 0; n < random.chain.variables.size(); ++n) {
    ASSERT_EQ(found.inputs[n], box_of(truth.versions[n][0], grid)) << "variable " << n;
    Extent all;
    for (const std::vector<char>& version : truth.versions[n])
      if (const auto box = box_of(version, grid)) all = mee(all, *box);
    ASSERT_EQ(found.accumulated[n], all) << "variable " << n;
  }
}

// Runs everything everywhere, and each stage on its extent with other values wherever no input is read.
void compare_values(const RandomChain& random, const Grid& grid, const Propagation& found) {
  Values everywhere = random_values(random, grid), needed = random_values(random, grid);
  for (std::size_t n = 0; n < found.inputs.size(); ++n)
    if (found.inputs[n])
      for (const int point : grid.points(*found.inputs[n])) needed[n][point] = everywhere[n][point];
  const auto all = pointers(everywhere), few = pointers(needed);
  for (std::size_t n = 0; n < found.stages.size(); ++n) {
    run_stage(random, n, grid, grid.inner(), all);
    if (found.stages[n]) run_stage(random, n, grid, grid.points(*found.stages[n]), few);
  }
  for (std::size_t n = 0; n < found.written.size(); ++n)
    if (found.written[n] && !random.chain.variables[n].temporary) {
      ASSERT_EQ(everywhere[n][grid.middle()], needed[n][grid.middle()]) << "variable " << n;
    }
}

TEST(Propagation, AgreesWithBruteForce) {
  random_bits().seed(20261122);
  for (int trial = 0; trial < 10000; ++trial) {
    const int dimension = trial % 5 < 2 ? 1 : trial % 5 < 4 ? 2 : 3;
    const int n_stages = draw(1, dimension == 1 ? 7 : 4), reach = dimension == 1 ? draw(1, 4) : 1;
    const RandomChain random = random_chain(dimension, n_stages, reach);
    const Grid grid(dimension, n_stages * reach, reach);
    const Propagation found = propagate(random.chain);
    ASSERT_NO_FATAL_FAILURE(compare_with_sets(random, grid, found)) << "chain " << trial;
    ASSERT_NO_FATAL_FAILURE(compare_values(random, grid, found)) << "chain " << trial;
  }
}

// GridTools' algorithm as it is published: one map, and a stage computes on what the map has for its outputs.
std::vector<Extent> published_map(const StageChain& chain) {
  std::vector<Extent> map(chain.variables.size());
  for (auto stage = chain.stages.rbegin(); stage != chain.stages.rend(); ++stage) {
    Extent own;
    for (const int variable : stage->writes) own = mee(own, map[variable]);
    for (const StageRead& read : stage->reads) map[read.variable] = mee(map[read.variable], own + read.extent);
  }
  return map;
}

TEST(Propagation, AgreesWithThePublishedAlgorithm) {
  random_bits().seed(7);
  int compared = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    StageChain chain = random_chain(draw(1, 3), draw(1, 5), 2).chain;
    std::vector<int> writes(chain.variables.size(), 0);
    for (Stage& stage : chain.stages) {
      for (StageRead& read : stage.reads) read.extent = mee(read.extent, Extent{});
      for (const int variable : stage.writes) ++writes[variable];
    }
    const Propagation found = propagate(chain);
    if (!found.unasked.empty() || std::any_of(writes.begin(), writes.end(), [](int n) { return n > 1; })) continue;
    ++compared;
    ASSERT_EQ(found.accumulated, published_map(chain)) << "chain " << trial;
  }
  EXPECT_GT(compared, 500);
}

// Runs a chain on the points 0 ... 5 of one axis, each point as a tile of its own: variables in one storage,
// temporaries in a storage for each tile. A tile that is drawn does its next stage. True: all tiles find what whole
// arrays give.
bool runs_tile_by_tile(const RandomChain& random, const Grid& grid, const Propagation& found) {
  constexpr int n_tiles = 6;
  Values whole = random_values(random, grid), shared = whole;
  const auto whole_pointers = pointers(whole);
  for (std::size_t n = 0; n < found.stages.size(); ++n) run_stage(random, n, grid, grid.inner(), whole_pointers);
  std::vector<Values> own(n_tiles, shared);
  std::vector<std::size_t> next(n_tiles, 0);
  for (std::size_t left = n_tiles * found.stages.size(); left > 0;) {
    const int tile = draw(0, n_tiles - 1);
    if (next[tile] == found.stages.size()) continue;
    --left;
    const std::size_t stage = next[tile]++;
    if (!found.stages[stage]) continue;
    auto values = pointers(shared);
    for (std::size_t n = 0; n < values.size(); ++n)
      if (random.chain.variables[n].temporary) values[n] = &own[tile][n];
    const Extent here{{tile, 0, 0}, {tile, 0, 0}};
    run_stage(random, stage, grid, grid.points(*found.stages[stage] + here), values);
  }
  for (std::size_t n = 0; n < found.written.size(); ++n)
    for (int tile = 0; tile < n_tiles; ++tile)
      if (found.written[n] && !random.chain.variables[n].temporary &&
          whole[n][grid.number({tile, 0, 0})] != shared[n][grid.number({tile, 0, 0})])
        return false;
  return true;
}

TEST(Propagation, ChainsWithoutBadDependenciesRunTileByTile) {
  random_bits().seed(13);
  int accepted = 0, with_versions = 0, wrong_by_rule_1 = 0, wrong_by_rule_2 = 0;
  for (int trial = 0; trial < 2500; ++trial) {
    const RandomChain random = random_chain(1, draw(2, 5), 1);
    const Grid grid(1, 12, 1);
    const Propagation found = propagate(random.chain);
    const std::vector<BadDependency> bad = bad_dependencies(random.chain, found);
    const bool same = runs_tile_by_tile(random, grid, found);
    if (bad.empty()) {
      ASSERT_TRUE(same) << "chain " << trial;
      ++accepted;
      for (std::size_t n = 0; n < found.inputs.size(); ++n) with_versions += found.inputs[n] && found.written[n];
    } else if (!same) {
      const bool rule_1 = bad[0].read && !bad[0].read->is_zero();
      ++(rule_1 ? wrong_by_rule_1 : wrong_by_rule_2);
    }
  }
  // Both rules are needed, and both kinds of accepted chains occurred.
  EXPECT_GT(accepted, 300);
  EXPECT_GT(with_versions, 50);
  EXPECT_GT(wrong_by_rule_1, 50);
  EXPECT_GT(wrong_by_rule_2, 50);
}

} // namespace
} // namespace nopal
