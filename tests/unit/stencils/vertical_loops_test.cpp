#include "core/stencils/vertical_loops.hpp"

#include "core/stencils/vertical_rules.hpp"
#include "vertical_random.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace nopal {

void PrintTo(const LoopRange& part, std::ostream* out) {
  *out << part.range.lower << ".." << part.range.upper;
  for (const auto& [stage, interval] : part.calls) *out << " " << stage << "/" << interval;
}

namespace {

const StageIntervals functor_0{{{3, -1}, {3, -1}}};
const StageIntervals functor_1{{{0, 1}, {2, -1}}};

TEST(LoopIntervals, IntervalsInsideAnAxisAreThePublishedOnes) {
  const StageIntervals functor_2{{{0, 1}, {1, -1}}, {{1, 1}, {4, -2}}, {{4, -1}, {4, -1}}};
  EXPECT_EQ(intervals_inside(functor_1, {{0, -3}, {4, 3}}), (std::vector<int>{0}));
  EXPECT_EQ(intervals_inside(functor_2, {{0, -3}, {4, -2}}), (std::vector<int>{0, 1}));
  EXPECT_EQ(intervals_inside(functor_2, {{4, -1}, {4, -1}}), (std::vector<int>{2}));
}

TEST(LoopIntervals, IntervalsInsideAnAxisComeInItsOrder) {
  const StageIntervals intervals{{{2, 1}, {3, -1}}, {{1, 1}, {1, 1}}, {{1, 2}, {2, -1}}};
  EXPECT_EQ(intervals_inside(intervals, {{1, 1}, {3, -1}}), (std::vector<int>{1, 2, 0}));
  EXPECT_EQ(intervals_inside(intervals, {{1, 2}, {3, -2}}), (std::vector<int>{2}));
}

TEST(LoopIntervals, AreThePublishedOnes) {
  const VerticalAxis axis({"one", "two", "three"});
  const std::vector<StageIntervals> stages{functor_0, functor_1, {{{0, 1}, {1, -1}}, {{1, 1}, {3, -1}}}};
  const std::vector<LoopInterval> published{{{{0, 1}, {1, -1}}, {{1, 0}, {2, 0}}},
                                            {{{1, 1}, {2, -1}}, {{1, 0}, {2, 1}}},
                                            {{{2, 1}, {3, -2}}, {{2, 1}}},
                                            {{{3, -1}, {3, -1}}, {{0, 0}, {2, 1}}}};
  EXPECT_EQ(loop_intervals(axis, stages, VerticalOrder::parallel), published);
  EXPECT_EQ(loop_intervals(axis, stages, VerticalOrder::forward), published);
  EXPECT_EQ(loop_intervals(axis, stages, VerticalOrder::backward),
            (std::vector<LoopInterval>{published.rbegin(), published.rend()}));
}

TEST(LoopIntervals, PartsWithoutCallsAreLeftOut) {
  const VerticalAxis axis;
  const std::vector<StageIntervals> stages{{{{0, 1}, {0, 1}}}, {{{1, -1}, {1, -1}}}};
  EXPECT_EQ(loop_intervals(axis, stages, VerticalOrder::forward),
            (std::vector<LoopInterval>{{{{0, 1}, {0, 1}}, {{0, 0}}}, {{{1, -1}, {1, -1}}, {{1, 0}}}}));
  EXPECT_TRUE(loop_intervals(axis, {}, VerticalOrder::forward).empty());
}

TEST(LoopIntervals, RangesWithoutPointsAreLeftOut) {
  const std::vector<StageIntervals> stages{{{{0, 1}, {0, 1}}, {{0, 2}, {1, -2}}, {{1, -1}, {1, -1}}}};
  EXPECT_EQ(loop_ranges(stages, std::vector<long>{0, 5}, VerticalOrder::forward),
            (std::vector<LoopRange>{{{0, 1}, {{0, 0}}}, {{1, 4}, {{0, 1}}}, {{4, 5}, {{0, 2}}}}));
  EXPECT_EQ(loop_ranges(stages, std::vector<long>{0, 2}, VerticalOrder::backward),
            (std::vector<LoopRange>{{{1, 2}, {{0, 2}}}, {{0, 1}, {{0, 0}}}}));
}

TEST(LoopIntervals, LevelsOfTwoStagesMayChangeTheirOrder) {
  // "bottom+1" and "bottom+2 : top-1" with "bottom+1 : cloud-1" and "cloud+1 : top-1", and no point below the cloud.
  const std::vector<StageIntervals> stages{{{{0, 1}, {0, 1}}, {{0, 2}, {2, -1}}},
                                           {{{0, 1}, {1, -1}}, {{1, 1}, {2, -1}}}};
  EXPECT_EQ(loop_ranges(stages, std::vector<long>{0, 0, 5}, VerticalOrder::forward),
            (std::vector<LoopRange>{{{0, 1}, {{0, 0}, {1, 1}}}, {{1, 5}, {{0, 1}, {1, 1}}}}));
}

/// Asks for the calls at each number from `first` to `last`, and returns the runs of equal calls.
std::vector<LoopRange> runs(const std::vector<StageIntervals>& stages, long first, long last,
                            const std::function<bool(const VerticalInterval&, long)>& contains) {
  std::vector<LoopRange> result;
  for (long number = first; number <= last; ++number) {
    std::vector<StageCall> calls;
    for (size_t stage = 0; stage < stages.size(); ++stage)
      for (size_t interval = 0; interval < stages[stage].size(); ++interval)
        if (contains(stages[stage][interval], number))
          calls.push_back({static_cast<int>(stage), static_cast<int>(interval)});
    if (calls.empty()) continue;
    if (!result.empty() && result.back().range.upper == number && result.back().calls == calls)
      ++result.back().range.upper;
    else
      result.push_back({{number, number + 1}, calls});
  }
  return result;
}

std::vector<StageIntervals> draw_stages(test::RandomVertical& random, const VerticalAxis& axis) {
  std::vector<StageIntervals> stages(random.draw(1, 4));
  for (StageIntervals& stage : stages) stage = random.intervals(axis);
  return stages;
}

TEST(LoopIntervals, CallExactlyTheIntervalsThatContainALevel) {
  test::RandomVertical random(2026);
  for (int trial = 0; trial < 3000; ++trial) {
    const VerticalAxis axis = random.axis();
    const std::vector<StageIntervals> stages = draw_stages(random, axis);
    for (const StageIntervals& stage : stages) ASSERT_TRUE(check_intervals(axis, stage).empty());
    std::vector<LoopRange> found;
    for (const LoopInterval& part : loop_intervals(axis, stages, VerticalOrder::forward))
      found.push_back({{axis.index(part.interval.first), axis.index(part.interval.last) + 1}, part.calls});
    ASSERT_EQ(found, runs(stages, 0, axis.count() - 1, [&](const VerticalInterval& interval, long index) {
                const VerticalLevel level = axis.vertical_level(static_cast<int>(index));
                return interval.first <= level && level <= interval.last;
              }));
  }
}

/// Draws stages and positions that have room for them.
struct Placed {
  VerticalAxis axis;
  std::vector<StageIntervals> stages;
  std::vector<long> positions;

  explicit Placed(test::RandomVertical& random)
      : axis(random.axis()), stages(draw_stages(random, axis)), positions(random.positions(axis, random.draw(1, 6))) {
    for (;; positions = random.positions(axis, 6))
      if (std::all_of(stages.begin(), stages.end(),
                      [&](const StageIntervals& stage) { return check_room(axis, stage, positions).empty(); }))
        return;
  }
};

TEST(LoopIntervals, RangesCallExactlyTheIntervalsThatContainAPoint) {
  test::RandomVertical random(7);
  for (int trial = 0; trial < 3000; ++trial) {
    const Placed drawn(random);
    const std::vector<LoopRange> expected =
        runs(drawn.stages, drawn.positions.front() - 5, drawn.positions.back() + 5,
             [&](const VerticalInterval& interval, long k) {
               return k_of(interval.first, drawn.positions) <= k && k <= k_of(interval.last, drawn.positions);
             });
    for (const LoopRange& part : expected)
      for (size_t call = 1; call < part.calls.size(); ++call)
        ASSERT_NE(part.calls[call - 1].stage, part.calls[call].stage);
    ASSERT_EQ(loop_ranges(drawn.stages, drawn.positions, VerticalOrder::forward), expected);
    ASSERT_EQ(loop_ranges(drawn.stages, drawn.positions, VerticalOrder::backward),
              (std::vector<LoopRange>{expected.rbegin(), expected.rend()}));
  }
}

TEST(LoopIntervals, RangesAreTheirPointsUnlessSplittersLieCloseTogether) {
  test::RandomVertical random(11);
  int apart = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Placed drawn(random);
    bool close = false;
    std::vector<LoopRange> expected;
    for (const LoopInterval& part : loop_intervals(drawn.axis, drawn.stages, VerticalOrder::forward)) {
      const VerticalRange range = range_of(part.interval, drawn.positions);
      close |= range.upper <= range.lower || (!expected.empty() && range.lower < expected.back().range.upper);
      expected.push_back({range, part.calls});
    }
    if (close) continue;
    ++apart;
    ASSERT_EQ(loop_ranges(drawn.stages, drawn.positions, VerticalOrder::forward), expected);
  }
  EXPECT_GT(apart, 500);
}

} // namespace
} // namespace nopal
