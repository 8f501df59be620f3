#pragma once
// Random chains of stages, the points that influence their results, and their execution on small arrays of numbers.

#include "core/stencils/propagation.hpp"

#include <algorithm>
#include <cstdint>
#include <random>

namespace nopal::test {

using Point = std::array<int, 3>;

inline std::mt19937& random_bits() {
  static std::mt19937 bits;
  return bits;
}
inline int draw(int lowest, int highest) { return std::uniform_int_distribution(lowest, highest)(random_bits()); }

// Adds a point to an extent.
inline void add(std::optional<Extent>& extent, const Point& point) { extent = mee(extent, Extent{point, point}); }

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

inline std::vector<Point> random_offsets(int dimension, int reach) {
  std::vector<Point> result;
  for (int n = draw(0, 2) == 0 ? 0 : draw(1, 3); n > 0; --n) {
    result.push_back({});
    for (int axis = 0; axis < dimension; ++axis) result.back()[axis] = draw(-reach, reach);
  }
  return result.empty() ? std::vector<Point>{Point{}} : result;
}

inline RandomChain random_chain(int dimension, int n_stages, int reach) {
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

inline Influence influence(const RandomChain& random, const Grid& grid) {
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

inline std::optional<Extent> box_of(const std::vector<char>& set, const Grid& grid) {
  std::optional<Extent> result;
  for (int number = 0; number < grid.size(); ++number)
    if (set[number]) add(result, grid.point(number));
  return result;
}

using Values = std::vector<std::vector<std::uint64_t>>; // [variable][point]

// Runs one stage at these points. Each output mixes all values that the kernel reads.
inline void run_stage(const RandomChain& random, std::size_t number, const Grid& grid, const std::vector<int>& points,
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

inline std::vector<std::vector<std::uint64_t>*> pointers(Values& values) {
  std::vector<std::vector<std::uint64_t>*> result;
  for (auto& one : values) result.push_back(&one);
  return result;
}

inline Values random_values(const RandomChain& random, const Grid& grid) {
  Values values(random.chain.variables.size(), std::vector<std::uint64_t>(grid.size()));
  for (auto& one : values)
    for (auto& value : one) value = random_bits()();
  return values;
}

} // namespace nopal::test
