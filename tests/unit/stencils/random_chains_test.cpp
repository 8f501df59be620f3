// Random chains against a definition by brute force: sets of points, and small arrays of numbers.
#include "core/stencils/dependencies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace nopal {
namespace {

using Point = std::array<int, 3>;
using Extents = std::vector<std::optional<Extent>>;

std::mt19937& random_bits() {
  static std::mt19937 bits;
  return bits;
}
int draw(int lowest, int highest) { return std::uniform_int_distribution(lowest, highest)(random_bits()); }

// Adds a point to an extent.
void add(std::optional<Extent>& extent, const Point& point) { extent = mee(extent, Extent{point, point}); }

// The points of a small grid around the point 0. A margin of `reach` is read, but nothing is computed there.
class Grid {
public:
  Grid(int dimension, int radius, int reach) : dimension_(dimension), radius_(radius + reach) {
    Extent whole;
    for (int axis = 0; axis < dimension; ++axis) whole.upper[axis] = radius, whole.lower[axis] = -radius;
    inner_ = points(whole);
  }
  int size() const { return number({radius_, radius_, radius_}) + 1; }
  int middle() const { return number({}); }
  const std::vector<int>& inner() const { return inner_; }
  int number(const Point& point) const { return shift(point) + shift({radius_, radius_, radius_}); }
  /// The difference between the numbers of a point and of its neighbour at this offset.
  int shift(const Point& offset) const {
    int result = 0;
    for (int axis = dimension_ - 1; axis >= 0; --axis) result = result * (2 * radius_ + 1) + offset[axis];
    return result;
  }
  Point point(int number) const {
    Point result{0, 0, 0};
    for (int axis = 0; axis < dimension_; ++axis, number /= 2 * radius_ + 1)
      result[axis] = number % (2 * radius_ + 1) - radius_;
    return result;
  }
  std::vector<int> points(const Extent& extent) const {
    std::vector<int> result;
    for (int k = extent.lower[2]; k <= extent.upper[2]; ++k)
      for (int j = extent.lower[1]; j <= extent.upper[1]; ++j)
        for (int i = extent.lower[0]; i <= extent.upper[0]; ++i) result.push_back(number({i, j, k}));
    return result;
  }

private:
  int dimension_;
  int radius_;
  std::vector<int> inner_;
};

// A chain with the single points that its kernels read: offsets[stage][read]. Each extent is the box of its offsets.
struct RandomChain {
  StageChain chain;
  std::vector<std::vector<std::vector<Point>>> offsets;
};

std::vector<Point> random_offsets(int dimension, int reach) {
  std::vector<Point> result;
  for (int n = draw(0, 2) == 0 ? 0 : draw(1, 3); n > 0; --n) {
    result.push_back({});
    for (int axis = 0; axis < dimension; ++axis) result.back()[axis] = draw(-reach, reach);
  }
  return result.empty() ? std::vector<Point>{Point{}} : result;
}

RandomChain random_chain(int dimension, int n_stages, int reach) {
  RandomChain result;
  StageChain& chain = result.chain;
  const int n_variables = draw(2, 6);
  for (int n = 0; n < n_variables; ++n) chain.variables.push_back({"v" + std::to_string(n), n > 1 && draw(0, 1) == 1});
  std::vector<int> readable;
  for (int n = 0; n < n_variables; ++n)
    if (!chain.variables[n].temporary) readable.push_back(n);
  for (int n = 0; n < n_stages; ++n) {
    chain.stages.push_back({"f" + std::to_string(n), {}, {}});
    result.offsets.emplace_back();
    Stage& stage = chain.stages.back();
    for (int read = draw(0, 3); read > 0; --read) {
      result.offsets.back().push_back(random_offsets(dimension, reach));
      std::optional<Extent> extent;
      for (const Point& offset : result.offsets.back().back()) add(extent, offset);
      stage.reads.push_back({readable[draw(0, static_cast<int>(readable.size()) - 1)], *extent});
    }
    stage.writes.push_back(draw(0, n_variables - 1));
    const int other = draw(0, n_variables - 1);
    if (draw(0, 2) == 0 && other != stage.writes[0]) stage.writes.push_back(other);
    for (const int variable : stage.writes)
      if (std::find(readable.begin(), readable.end(), variable) == readable.end()) readable.push_back(variable);
  }
  return result;
}

// The points that influence the outputs at the middle, found from sets of points. versions[variable][version].
struct Influence {
  std::vector<std::vector<std::vector<char>>> versions;
  std::vector<std::vector<char>> stages;
};

Influence influence(const RandomChain& random, const Grid& grid) {
  const StageChain& chain = random.chain;
  const std::vector<char> nowhere(grid.size(), 0);
  Influence result;
  result.versions.assign(chain.variables.size(), {nowhere});
  std::vector<std::vector<int>> read(chain.stages.size()), written(chain.stages.size()); // versions
  for (std::size_t n = 0; n < chain.stages.size(); ++n) {
    for (const StageRead& clause : chain.stages[n].reads)
      read[n].push_back(static_cast<int>(result.versions[clause.variable].size()) - 1);
    for (const int variable : chain.stages[n].writes) {
      written[n].push_back(static_cast<int>(result.versions[variable].size()));
      result.versions[variable].push_back(nowhere);
    }
  }
  for (std::size_t n = 0; n < chain.variables.size(); ++n)
    if (!chain.variables[n].temporary && result.versions[n].size() > 1) result.versions[n].back()[grid.middle()] = 1;
  result.stages.assign(chain.stages.size(), nowhere);
  for (std::size_t n = chain.stages.size(); n-- > 0;) {
    const Stage& stage = chain.stages[n];
    for (const int point : grid.inner()) {
      bool here = false;
      for (std::size_t w = 0; w < stage.writes.size(); ++w)
        here |= result.versions[stage.writes[w]][written[n][w]][point] != 0;
      if (!here) continue;
      result.stages[n][point] = 1;
      for (std::size_t r = 0; r < stage.reads.size(); ++r)
        for (const Point& offset : random.offsets[n][r])
          result.versions[stage.reads[r].variable][read[n][r]][point + grid.shift(offset)] = 1;
    }
  }
  return result;
}

std::optional<Extent> box_of(const std::vector<char>& set, const Grid& grid) {
  std::optional<Extent> result;
  for (int number = 0; number < grid.size(); ++number)
    if (set[number]) add(result, grid.point(number));
  return result;
}

using Values = std::vector<std::vector<std::uint64_t>>; // [variable][point]

// Runs one stage at these points. Each output mixes all values that the kernel reads.
void run_stage(const RandomChain& random, std::size_t number, const Grid& grid, const std::vector<int>& points,
               const std::vector<std::vector<std::uint64_t>*>& values) {
  const Stage& stage = random.chain.stages[number];
  std::vector<std::uint64_t> results(points.size(), number + 1);
  for (std::size_t r = 0; r < stage.reads.size(); ++r) {
    const std::uint64_t* from = values[stage.reads[r].variable]->data();
    for (const Point& offset : random.offsets[number][r]) {
      const int shift = grid.shift(offset);
      for (std::size_t n = 0; n < points.size(); ++n)
        results[n] = (results[n] ^ from[points[n] + shift]) * 0x9E3779B97F4A7C15u + 1;
    }
  }
  for (const int variable : stage.writes)
    for (std::size_t n = 0; n < points.size(); ++n)
      (*values[variable])[points[n]] = results[n] + static_cast<std::uint64_t>(variable);
}

std::vector<std::vector<std::uint64_t>*> pointers(Values& values) {
  std::vector<std::vector<std::uint64_t>*> result;
  for (auto& one : values) result.push_back(&one);
  return result;
}

Values random_values(const RandomChain& random, const Grid& grid) {
  Values values(random.chain.variables.size(), std::vector<std::uint64_t>(grid.size()));
  for (auto& one : values)
    for (auto& value : one) value = random_bits()();
  return values;
}

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
