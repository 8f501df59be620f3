// Epochs by skewed tiles, checked by brute force. In random epochs, cut into tiles and processes at random, every read
// must find the stamp that it finds if the calls run one after the other over all points.
//
// NOPAL_LONG_TESTS=1 runs 100,000 cases.

#include "core/tiles/epoch.hpp"
#include "core/tiles/skewed_tiles.hpp"
#include "tests/support/cases.hpp"
#include "tests/unit/tiles/epoch_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace nopal::test {
namespace epoch_test {

/// One process of a case, which computes its part in tiles.
class Process {
public:
  Process(const Case& of, const Reference& reference, const ProcessPoints& points,
          const std::array<std::vector<long>, 3>& skews)
      : of_(of), reference_(reference), points_(points), tiles_(points.boxes, skews, of.shape),
        stamps_(stamps_before(points)) {
    for (int axis = 0; axis < 3; ++axis)
      if (of.shape[axis] > 0) windows_[axis] = windows_of_arrays(of.chain, skews[axis], axis);
    for (const auto& boxes : points.boxes) {
      expected_.push_back(0);
      for (const Box& box : boxes) expected_.back() += box.points();
    }
  }

  /// Returns what is wrong first; empty: nothing.
  std::string run() {
    std::vector<long> computed(of_.chain.stages.size(), 0);
    for (long tile = 0; tile < tiles_.n_tiles() && wrong_.empty(); ++tile)
      for (int s = 0; s < static_cast<int>(of_.chain.stages.size()); ++s)
        for (const Box& points : points_.boxes[static_cast<std::size_t>(s)]) {
          const Box box = intersection(points, tiles_.reach(tile, s));
          computed[static_cast<std::size_t>(s)] += box.points();
          each_point(box, [&](const Index& point) { compute(tile, s, point); });
        }
    // All points together are as many as there are, and none is computed twice (compute()): each is computed once.
    if (wrong_.empty() && computed != expected_) wrong_ = "points are left out";
    for (int v = 0; v < static_cast<int>(of_.epoch.timelevels.size()) && wrong_.empty(); ++v)
      for (int timelevel = 0; timelevel < of_.epoch.timelevels[static_cast<std::size_t>(v)]; ++timelevel)
        if (lost_timelevel(of_.epoch, v) != timelevel) compare(v, timelevel);
    return wrong_;
  }

private:
  void compare(int variable, int timelevel) {
    const Stamps& own = stamps_[static_cast<std::size_t>(array_after(of_.epoch, variable, timelevel))];
    const int right = array_of(of_.plain, variable, timelevel, of_.plain.iterations);
    each_point(points_.part.owned, [&](const Index& point) {
      const int stamp = reference_.last(right, point);
      if (stamp != anything && own.at(point) != stamp) wrong_ = "a point does not hold its last values";
    });
  }
  void look_at_windows(long tile, int array, const Index& at) {
    for (int axis = 0; axis < 3; ++axis) {
      if (of_.shape[axis] == 0) continue;
      const auto [lower, upper] = tiles_.along(tile, axis);
      const TileWindow& window = windows_[axis][static_cast<std::size_t>(array)].value();
      if (at[axis] < lower + window.behind || at[axis] >= upper + window.ahead) wrong_ = "a point is not in its window";
    }
  }
  void compute(long tile, int s, const Index& point) {
    const bool is_in_grid = reference_.each_read(s, point, [&](int array, const Index& at, int right) {
      if (right != anything && stamps_[static_cast<std::size_t>(array)].at(at) != right)
        wrong_ = "a read finds another version";
      look_at_windows(tile, array, at);
    });
    if (!is_in_grid) {
      wrong_ = "a point beside the grid is computed";
      return;
    }
    for (const int array : of_.chain.stages[static_cast<std::size_t>(s)].writes) {
      Stamps& stamps = stamps_[static_cast<std::size_t>(array)];
      if (stamps.at(point) == s) wrong_ = "a point is computed twice";
      stamps.set(point, s);
      look_at_windows(tile, array, point);
    }
  }

  const Case& of_;
  const Reference& reference_;
  const ProcessPoints& points_;
  SkewedTiles tiles_;
  std::vector<Stamps> stamps_; ///< of each array
  std::array<std::vector<std::optional<TileWindow>>, 3> windows_;
  std::vector<long> expected_; ///< points of each stage
  std::string wrong_;
};

/// Returns what is wrong with any process; empty: nothing.
std::string wrong_with(const Case& of, const std::array<std::vector<long>, 3>& skews) {
  const Reference reference(of);
  std::string wrong;
  for (const ProcessPoints& points : processes_of(of))
    if (wrong.empty()) wrong = Process(of, reference, points, skews).run();
  return wrong;
}

TEST(Epochs, EveryReadFindsItsVersion) {
  const auto cases = static_cast<unsigned>(number_of_cases(500, 100'000));
  unsigned cut = 0, split = 0, wrapped = 0, given = 0, replaced = 0;
  for (unsigned seed = 1; seed <= cases; ++seed) {
    const Case of = random_case(seed);
    ASSERT_EQ(update_with_neighbours(of.epoch), nullptr);
    ASSERT_EQ(wrong_with(of, skews_of(of.chain, of.shape)), "") << "seed " << seed;
    cut += of.shape != Index{0, 0, 0} ? 1 : 0;
    split += of.processes != Index{1, 1, 1} ? 1 : 0;
    wrapped += of.periodic[0] || of.periodic[1] || of.periodic[2] ? 1 : 0;
    given += std::ranges::count(of.epoch.gives, 1) > 0 ? 1 : 0;
    const DeepGhosts ghosts = deep_ghosts(of.chain);
    replaced += read_from_before(of.epoch, endless(of), ghosts) != ghosts.arrays ? 1 : 0;
  }
  EXPECT_GT(std::min({cut, split, wrapped, given, replaced}), cases / 4) << "the cases are as they should be";
}

/// The wave equation in tiles of `shape` rows.
Case wave(int iterations, long shape) {
  Case of;
  of.dimension = 2;
  of.grid = {{0, 0, 0}, {9, 9, 1}};
  of.shape = {0, shape, 0};
  of.epoch = wave_epoch(9, iterations);
  Random random(1);
  complete(random, of);
  return of;
}

TEST(Epochs, AWrongSkewIsFound) {
  const Case of = wave(4, 2);
  std::array<std::vector<long>, 3> skews = skews_of(of.chain, of.shape);
  ASSERT_EQ(wrong_with(of, skews), "");
  unsigned wrong = 0, found = 0;
  for (long& skew : skews[1])
    for (const long by : {-1L, 1L}) {
      skew += by;
      found += wrong_with(of, skews).empty() ? 0 : 1;
      ++wrong;
      skew -= by;
    }
  EXPECT_GE(found, wrong / 2) << "a stage may have room on one side";
  unsigned random_found = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const Case other = random_case(seed);
    auto changed = skews_of(other.chain, other.shape);
    for (auto& along : changed)
      if (const auto one = std::ranges::max_element(along); one != along.end() && *one > 0) --*one;
    random_found += wrong_with(other, changed).empty() ? 0 : 1;
  }
  EXPECT_GT(random_found, 20U);
}

TEST(Epochs, TheWaveMovesOnByOnePointAnIteration) {
  const Case of = wave(4, 2);
  // evolve and boundary of iteration 1, then of iteration 2, …: the earlier, the further ahead.
  EXPECT_EQ(skews_of(of.chain, of.shape)[1], (std::vector<long>{3, 3, 2, 2, 1, 1, 0, 0}));
  const DeepGhosts ghosts = deep_ghosts(of.chain);
  EXPECT_EQ(ghosts.stages[0], (Extent{{-3, -3, 0}, {3, 3, 0}}));
  EXPECT_EQ(ghosts.stages[6], Extent{});
  EXPECT_EQ(ghosts.arrays[array_of(of.epoch, 0, 1, 1)], (Extent{{-4, -4, 0}, {4, 4, 0}}));
  EXPECT_EQ(ghosts.arrays[array_of(of.epoch, 0, 2, 1)], (Extent{{-3, -3, 0}, {3, 3, 0}}));
}

/// Two calls on 9 points: `write` sets w on these points, then w is read with neighbours into u, on interior points.
Epoch work(std::vector<Box> write, std::vector<EpochRead> reads = {}) {
  const Box interior{{1, 0, 0}, {8, 1, 1}};
  std::vector<EpochWrite> writes{{1, 0}};
  return {{1, 1},
          {{"write", std::move(reads), std::move(writes), std::move(write)},
           {"read", {{1, 0, {{-1, 0, 0}, {1, 0, 0}}}}, {{0, 0}}, {interior}}},
          2};
}

/// How far the epoch reads w beyond the owned points, with its values from before the epoch.
std::optional<Extent> old_work(const Epoch& epoch) {
  const Box all{{0, 0, 0}, {9, 1, 1}};
  return read_from_before(epoch, all, deep_ghosts(unrolled(epoch)))[1];
}

TEST(Epochs, WhatTheEpochWritesFirstHasNoValuesFromBefore) {
  const Box all{{0, 0, 0}, {9, 1, 1}}, interior{{1, 0, 0}, {8, 1, 1}};
  const Extent around{{-1, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(old_work(work({all})), std::nullopt);
  EXPECT_EQ(old_work(work({interior})), around) << "the boundary is read, but not written";
  EXPECT_EQ(old_work(work(difference(all, interior))), around) << "the interior is read, but not written";
  EXPECT_EQ(old_work(work({all}, {{1, 0, {}}})), around) << "the call reads it before it writes it";
  Epoch parts = work({interior});
  parts.calls.insert(parts.calls.begin() + 1, {"rest", {}, {{1, 0}}, difference(all, interior)});
  EXPECT_EQ(old_work(parts), std::nullopt) << "two calls write it together";
  std::swap(parts.calls[1], parts.calls[2]);
  EXPECT_EQ(old_work(parts), around) << "the second of them comes too late in the first iteration";
  Epoch pointwise = work({interior});
  pointwise.calls[1].reads[0].extent = {};
  EXPECT_EQ(old_work(pointwise), std::nullopt) << "only what is written is read";
}

TEST(Epochs, CyclingRenamesArrays) {
  Epoch epoch{{2, 3}, {}, 1};
  EXPECT_EQ(array_of(epoch, 0, 0, 0), 0);
  EXPECT_EQ(array_of(epoch, 0, 1, 1), 0);
  EXPECT_EQ(array_of(epoch, 0, 0, 1), 1);
  EXPECT_EQ(array_of(epoch, 1, 2, 2), 2);
  EXPECT_EQ(array_of(epoch, 1, 0, 3), 2);
  EXPECT_TRUE(unrolled(epoch).stages.empty());
}

TEST(Epochs, StorageIsGivenOnlyIfNobodyReadsItAfterTheWrite) {
  const Box box{{0, 0, 0}, {4, 1, 1}}, other{{4, 0, 0}, {8, 1, 1}};
  Epoch epoch{{2}, {{"step", {{0, 1, {}}}, {{0, 0}}, {box}}}, 1};
  EXPECT_TRUE(may_give_storage(epoch, 0));
  epoch.calls[0].reads_first = false;
  EXPECT_FALSE(may_give_storage(epoch, 0)) << "the call itself";
  epoch.calls[0].reads_first = true;
  epoch.calls.push_back({"later", {{0, 1, {}}}, {}, {box}});
  EXPECT_FALSE(may_give_storage(epoch, 0)) << "a later call";
  epoch.calls[1].boxes = {other};
  EXPECT_TRUE(may_give_storage(epoch, 0)) << "a later call, elsewhere";
  epoch.calls[1].reads[0].extent = {{-1, 0, 0}, {0, 0, 0}};
  EXPECT_FALSE(may_give_storage(epoch, 0)) << "at another point";
  EXPECT_FALSE(may_give_storage({{1}, {}, 1}, 0)) << "there is no old timelevel";
}

TEST(Epochs, AnUpdateInPlaceThatReadsNeighboursCannotBeTiled) {
  Epoch epoch{
      {1, 2}, {{"copy", {{0, 0, {}}}, {{1, 0}}, {}}, {"relax", {{1, 0, {{-1, 0, 0}, {0, 0, 0}}}}, {{1, 0}}, {}}}, 1};
  EXPECT_EQ(update_with_neighbours(epoch), &epoch.calls[1]);
  epoch.calls[1].reads[0].extent = {};
  EXPECT_EQ(update_with_neighbours(epoch), nullptr);
  epoch.calls[1].reads[0] = {1, 1, {{-1, 0, 0}, {0, 0, 0}}};
  EXPECT_EQ(update_with_neighbours(epoch), nullptr) << "another timelevel";
}

} // namespace epoch_test
} // namespace nopal::test
