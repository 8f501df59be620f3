// Skews and windows of stages that compute rows in step, against a simulation point by point.

#include "core/stencils/skew.hpp"
#include "tests/unit/stencils/chains.hpp"
#include "tests/unit/stencils/random_chains.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

namespace nopal::test {
namespace {

using testing::ElementsAre;

std::vector<std::optional<Extent>> all_zero(const StageChain& chain) {
  return std::vector<std::optional<Extent>>(chain.stages.size(), Extent{});
}

/// "0:2 - -1:0": the windows of the variables from number `first` on; "-": no stage writes it.
std::string texts(const std::vector<std::optional<TileWindow>>& windows, std::size_t first = 0) {
  std::string text;
  for (std::size_t v = first; v < windows.size(); ++v)
    text += (v > first ? " " : "") +
            (windows[v] ? std::to_string(windows[v]->behind) + ":" + std::to_string(windows[v]->ahead) : "-");
  return text;
}

/// The fourth-order diffusion with a flux limiter.
StageChain diffusion() {
  return chain_of("in out",
                  {"lap = in<-1:1,-1:1>", "flx = in<0:1> + lap<0:1>", "fly = in<0,0:1> + lap<0,0:1>",
                   "out = in + flx<-1:0> + fly<0,-1:0> + coeff"},
                  {"lap", "flx", "fly"});
}

TEST(RowSkews, OfTheDiffusion) {
  const StageChain chain = diffusion();
  const Skews skews = find_row_skews(chain);
  EXPECT_THAT(skews.stages, ElementsAre(2, 1, 0, 0));
  EXPECT_EQ(texts(skews.windows), "- 0:0 0:2 0:1 -1:0 -"); // lap, flx and fly have 3, 2 and 2 rows
  EXPECT_EQ(row_windows(chain, propagate(chain).stages, skews.stages), skews.windows);
}

TEST(RowSkews, OfStagesWithFivePoints) {
  const StageChain chain = chain_of("in", {"a = in<-1:1,-1:1>", "b = a<-1:1,-1:1>", "c = b<-1:1,-1:1>"}, {"a", "b"});
  const Skews skews = find_row_skews(chain);
  EXPECT_THAT(skews.stages, ElementsAre(4, 2, 0));
  EXPECT_EQ(texts(skews.windows), "- 1:4 -1:2 0:0");
}

TEST(RowSkews, OneRowIsEnoughForReadsOfTheSamePoint) {
  const StageChain chain = chain_of("in", {"a = in<-3:3,-3:3>", "b = a", "out = a + b"}, {"a", "b"});
  EXPECT_THAT(find_row_skews(chain).stages, ElementsAre(0, 0, 0));
  EXPECT_EQ(texts(find_row_skews(chain).windows), "- 0:0 0:0 0:0");
}

TEST(RowSkews, ReadsAlongIAreOneRowAheadAndReadsAlongJAreNot) {
  EXPECT_THAT(find_row_skews(chain_of("in", {"a = in", "out = a<-1:0>"}, {"a"})).stages, ElementsAre(1, 0));
  EXPECT_THAT(find_row_skews(chain_of("in", {"a = in", "out = a<0,-2:0>"}, {"a"})).stages, ElementsAre(0, 0));
  EXPECT_THAT(find_row_skews(chain_of("in", {"a = in", "out = a<0,0:2>"}, {"a"})).stages, ElementsAre(2, 0));
  EXPECT_THAT(find_row_skews(chain_of("in", {"a = in", "out = a<0:1,-3:-2>"}, {"a"})).stages, ElementsAre(0, 0));
  EXPECT_EQ(texts(find_row_skews(chain_of("in", {"a = in", "out = a<0:1,-3:-2>"}, {"a"})).windows), "- -3:0 0:0");
}

TEST(RowSkews, AStageIsAheadOfALaterOneThatWritesWhatItReads) {
  EXPECT_THAT(find_row_skews(chain_of("in u", {"a = u<0,-2:1>", "u = in"}, {"a"})).stages, ElementsAre(2, 0));
  EXPECT_THAT(find_row_skews(chain_of("in u", {"a = u<-1:0>", "u = in"}, {"a"})).stages, ElementsAre(1, 0));
  EXPECT_THAT(find_row_skews(chain_of("in u", {"a = u", "u = in"}, {"a"})).stages, ElementsAre(0, 0));
  // Both write u, and the second one is ahead of the third.
  const StageChain both = chain_of("in u", {"u = in", "u = in", "out = u<-1:1,0:1>"});
  EXPECT_THAT(find_row_skews(both).stages, ElementsAre(2, 2, 0));
}

TEST(RowWindows, AreNotThereForSmallSkews) {
  const StageChain chain = diffusion();
  const auto computed = all_zero(chain);
  EXPECT_TRUE(row_windows(chain, computed, std::vector<long>{2, 1, 0, 0}));
  EXPECT_TRUE(row_windows(chain, computed, std::vector<long>{5, 2, 1, 0})) << "larger skews are right, too";
  EXPECT_EQ(row_windows(chain, computed, std::vector<long>{1, 1, 0, 0}), std::nullopt);
  EXPECT_EQ(row_windows(chain, computed, std::vector<long>{2, 0, 0, 0}), std::nullopt);
  EXPECT_EQ(row_windows(chain, computed, std::vector<long>{2, 1, 0, 1}), std::nullopt);
  EXPECT_EQ(row_windows(chain, computed, std::vector<long>{2, 2, 0, 0}), std::nullopt) << "flx is not before lap";
}

TEST(RowWindows, AreNotThereIfAStageDoesNotRun) {
  const StageChain chain = diffusion();
  auto computed = all_zero(chain);
  computed[2] = std::nullopt;
  EXPECT_EQ(row_windows(chain, computed, std::vector<long>{2, 1, 0, 0}), std::nullopt);
}

TEST(RowWindows, AreNotThereIfAStageReadsOtherPlanesOfWhatAStageWrites) {
  const auto windows = [](const StageChain& chain) {
    return row_windows(chain, all_zero(chain), find_row_skews(chain).stages);
  };
  EXPECT_TRUE(windows(chain_of("in", {"a = in<0,0,-1:1>", "out = a"}, {"a"})));
  EXPECT_EQ(windows(chain_of("in", {"a = in", "out = a<0,0,-1:0>"}, {"a"})), std::nullopt);
  EXPECT_EQ(windows(chain_of("in", {"a = in", "out = a<0,0,1:1>"}, {"a"})), std::nullopt);
  EXPECT_EQ(windows(chain_of("in u", {"a = u<0,0,0:1>", "u = in + a"}, {"a"})), std::nullopt);
}

/// Values of a variable: all of them, or the rows of a ring.
class Field {
public:
  static constexpr long lowest = -12, size = 36;
  explicit Field(long rows = 0) : rows_(rows), values_(static_cast<std::size_t>(size * (rows > 0 ? rows : size)), 0) {}
  std::uint64_t& at(long i, long j) {
    const long row = rows_ > 0 ? ((j % rows_) + rows_) % rows_ : j - lowest;
    return values_.at(static_cast<std::size_t>(row * size + i - lowest));
  }

private:
  long rows_;
  std::vector<std::uint64_t> values_;
};

/// How a row is cut.
struct Cut {
  long points_i = 9, points_j = 7; ///< of the interior
  long strip = 4;
  bool vectors = false; ///< a stage computes all points of a strip before the next stage, as vectors do
};

/// Runs a chain one stage after the other, and with rows in step.
class RowMachine {
public:
  RowMachine(const RandomChain& random, const std::vector<std::optional<Extent>>& computed, const Cut& cut)
      : random_(random), computed_(computed), cut_(cut) {}

  /// All values of the variables that are not temporary.
  std::vector<std::uint64_t> one_after_the_other() {
    fill({});
    for (std::size_t s = 0; s < computed_.size(); ++s) {
      if (!computed_[s]) continue;
      std::map<std::pair<long, long>, std::uint64_t> results;
      const auto [first, last] = rows_of(s);
      for (long j = first; j < last; ++j)
        for (long i = lower(s); i < upper(s); ++i) results[{i, j}] = value(s, i, j);
      for (const auto& [at, result] : results) write(s, at.first, at.second, result);
    }
    return values();
  }

  std::vector<std::uint64_t> in_step(const std::vector<long>& skews,
                                     const std::vector<std::optional<TileWindow>>& windows) {
    fill(windows);
    long first = 0, last = 0;
    for (std::size_t s = 0; s < skews.size(); ++s) {
      first = std::min(first, rows_of(s).first - skews[s]);
      last = std::max(last, rows_of(s).second - skews[s]);
    }
    for (long row = first; row < last; ++row) {
      const RowRange strips = this->strips();
      beside(row, skews, strips);
      for (long from = strips.first; from < strips.last; from += cut_.vectors ? cut_.strip : 1)
        for (std::size_t s = 0; s < skews.size(); ++s)
          for (long i = from; i < from + (cut_.vectors ? cut_.strip : 1); ++i) compute(s, i, row + skews[s]);
    }
    return values();
  }

private:
  struct RowRange {
    long first, last;
  };
  std::pair<long, long> rows_of(std::size_t s) const {
    return {computed_[s]->lower[1], cut_.points_j + computed_[s]->upper[1]};
  }
  long lower(std::size_t s) const { return computed_[s]->lower[0]; }
  long upper(std::size_t s) const { return cut_.points_i + computed_[s]->upper[0]; }

  /// Whole strips that all stages compute.
  RowRange strips() const {
    RowRange range{0, cut_.points_i / cut_.strip * cut_.strip};
    for (std::size_t s = 0; s < computed_.size(); ++s) {
      while (range.first < range.last && range.first < lower(s)) range.first += cut_.strip;
      while (range.first < range.last && range.last > upper(s)) range.last -= cut_.strip;
    }
    return range;
  }

  /// As host_rows::beside_strips does.
  void beside(long row, const std::vector<long>& skews, const RowRange& strips) {
    for (std::size_t s = 0; s < skews.size(); ++s) {
      for (long i = lower(s); i < std::min(strips.first, upper(s)); ++i) compute(s, i, row + skews[s]);
      for (long i = std::max(strips.last, lower(s)); i < upper(s); ++i) compute(s, i, row + skews[s]);
    }
  }

  void compute(std::size_t s, long i, long j) {
    const auto [first, last] = rows_of(s);
    if (j >= first && j < last) write(s, i, j, value(s, i, j));
  }

  std::uint64_t value(std::size_t s, long i, long j) {
    const Stage& stage = random_.chain.stages[s];
    std::uint64_t result = s + 1;
    for (std::size_t r = 0; r < stage.reads.size(); ++r)
      for (const Point& offset : random_.offsets[s][r])
        result = (result ^ fields_[stage.reads[r].variable].at(i + offset[0], j + offset[1])) * 0x9E3779B97F4A7C15u + 1;
    return result;
  }
  void write(std::size_t s, long i, long j, std::uint64_t result) {
    for (const int v : random_.chain.stages[s].writes) fields_[v].at(i, j) = result + static_cast<std::uint64_t>(v);
  }

  /// Temporaries have the rows of their windows, if there are windows.
  void fill(const std::vector<std::optional<TileWindow>>& windows) {
    fields_.clear();
    for (std::size_t v = 0; v < random_.chain.variables.size(); ++v) {
      const bool ring = !windows.empty() && random_.chain.variables[v].temporary && windows[v];
      fields_.emplace_back(ring ? windows[v]->ahead - windows[v]->behind + 1 : 0);
      for (long j = Field::lowest; j < Field::lowest + Field::size && !ring; ++j)
        for (long i = Field::lowest; i < Field::lowest + Field::size; ++i)
          fields_[v].at(i, j) = static_cast<std::uint64_t>(i * 1000 + j) * 0xD1342543DE82EF95u + v;
    }
  }
  std::vector<std::uint64_t> values() {
    std::vector<std::uint64_t> all;
    for (std::size_t v = 0; v < fields_.size(); ++v)
      for (long j = 0; j < cut_.points_j && !random_.chain.variables[v].temporary; ++j)
        for (long i = 0; i < cut_.points_i; ++i) all.push_back(fields_[v].at(i, j));
    return all;
  }

  const RandomChain& random_;
  const std::vector<std::optional<Extent>>& computed_;
  Cut cut_;
  std::vector<Field> fields_;
};

/// Removes the stages that nothing asks for.
void remove_unasked(RandomChain& random) {
  for (Propagation found = propagate(random.chain);; found = propagate(random.chain)) {
    const auto unasked = std::find(found.stages.begin(), found.stages.end(), std::nullopt);
    if (unasked == found.stages.end()) return;
    random.chain.stages.erase(random.chain.stages.begin() + (unasked - found.stages.begin()));
    random.offsets.erase(random.offsets.begin() + (unasked - found.stages.begin()));
  }
}

/// Whether a stage reads around its point what it writes. No order of the points is right then.
bool reads_own_output(const StageChain& chain) {
  for (const Stage& stage : chain.stages)
    for (const StageRead& read : stage.reads)
      if (!read.extent.is_zero() &&
          std::find(stage.writes.begin(), stage.writes.end(), read.variable) != stage.writes.end())
        return true;
  return false;
}

TEST(RowSkews, RandomChainsGiveTheValuesOfStagesOneAfterTheOther) {
  random_bits().seed(29);
  int compared = 0, with_skew = 0;
  for (int trial = 0; trial < 8000; ++trial) {
    RandomChain random = random_chain(2, draw(2, 5), draw(1, 2));
    remove_unasked(random);
    if (random.chain.stages.size() < 2 || reads_own_output(random.chain)) continue;
    const auto computed = propagate(random.chain).stages;
    const Skews skews = find_row_skews(random.chain);
    const auto windows = row_windows(random.chain, computed, skews.stages);
    ASSERT_TRUE(windows) << "chain " << trial;
    RowMachine machine(random, computed, {draw(1, 12), draw(1, 12), draw(1, 5), draw(0, 1) == 1});
    ASSERT_EQ(machine.in_step(skews.stages, *windows), machine.one_after_the_other()) << "chain " << trial;
    ++compared;
    for (std::size_t s = 0; s < skews.stages.size(); ++s) {
      if (skews.stages[s] == 0) continue;
      ++with_skew;
      std::vector<long> smaller = skews.stages;
      --smaller[s];
      ASSERT_EQ(row_windows(random.chain, computed, smaller), std::nullopt) << "chain " << trial << ", stage " << s;
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(with_skew, 1000);
}

/// Each kernel reads the corners of its extents.
RandomChain corners_of(const StageChain& chain) {
  RandomChain random{chain, {}};
  for (const Stage& stage : chain.stages) {
    random.offsets.emplace_back();
    for (const StageRead& read : stage.reads) random.offsets.back().push_back({read.extent.lower, read.extent.upper});
  }
  return random;
}

TEST(RowSkews, AreTheLeastThatGiveRightValues) {
  for (const StageChain& chain :
       {diffusion(), chain_of("in", {"a = in<-1:1,-1:1>", "b = a<-1:1,-1:1>", "out = b<-1:1,-1:1>"}, {"a", "b"}),
        chain_of("in", {"a = in", "out = a<0:1>"}, {"a"}), chain_of("in", {"a = in", "out = a<0,0:1>"}, {"a"}),
        chain_of("in u", {"out = u<-1:0>", "u = in"}), chain_of("in u", {"out = u<0,-1:0>", "u = in"})}) {
    const RandomChain random = corners_of(chain);
    const auto computed = propagate(chain).stages;
    const Skews skews = find_row_skews(chain);
    RowMachine machine(random, computed, {});
    const std::vector<std::uint64_t> expected = machine.one_after_the_other();
    EXPECT_EQ(machine.in_step(skews.stages, skews.windows), expected);
    int smaller_skews = 0;
    for (std::size_t s = 0; s < skews.stages.size(); ++s) {
      if (skews.stages[s] == 0) continue;
      ++smaller_skews;
      std::vector<long> smaller = skews.stages;
      --smaller[s];
      EXPECT_NE(machine.in_step(smaller, {}), expected) << chain.stages[s].name << " of " << chain.stages.size();
    }
    EXPECT_GT(smaller_skews, 0);
  }
}

TEST(RowWindows, HoldNoRowTooMany) {
  const StageChain chain = diffusion();
  const RandomChain random = corners_of(chain);
  const auto computed = propagate(chain).stages;
  const Skews skews = find_row_skews(chain);
  RowMachine machine(random, computed, {});
  const std::vector<std::uint64_t> expected = machine.one_after_the_other();
  for (const int v : {2, 3, 4}) {
    std::vector<std::optional<TileWindow>> smaller = skews.windows;
    ASSERT_TRUE(chain.variables[v].temporary);
    ++smaller[v]->behind;
    EXPECT_NE(machine.in_step(skews.stages, smaller), expected) << chain.variables[v].name;
  }
}

} // namespace
} // namespace nopal::test
