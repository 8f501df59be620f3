// Tests the trial that finds out how a device runs a stencil faster.

#include "core/launch/way_trial.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace nopal {
namespace {

/// Runs a trial in which call number n takes seconds[n].
WayTrial trial_of(const std::vector<double>& seconds) {
  WayTrial trial;
  for (const double time : seconds) {
    EXPECT_FALSE(trial.is_over());
    trial.add(time);
  }
  return trial;
}

TEST(WayTrial, TakesTheWaysInTurn) {
  WayTrial trial;
  for (int call = 0; call < 2 * WayTrial::calls_of_each; ++call) {
    EXPECT_EQ(trial.next(), call % 2 == 0 ? StencilWay::stages : StencilWay::tiles);
    trial.add(1);
  }
  EXPECT_TRUE(trial.is_over());
}

TEST(WayTrial, IsWonByTheShortestCall) {
  EXPECT_EQ(trial_of({1, 1, 5, 9, 5, 4, 5, 9}).next(), StencilWay::tiles);
  EXPECT_EQ(trial_of({1, 1, 5, 4, 3, 4, 5, 4}).next(), StencilWay::stages);
  const WayTrial trial = trial_of({1, 1, 5, 9, 5, 4, 6, 9});
  EXPECT_EQ(trial.best(StencilWay::stages), 5);
  EXPECT_EQ(trial.best(StencilWay::tiles), 4);
}

TEST(WayTrial, DoesNotCountTheFirstCalls) { EXPECT_EQ(trial_of({0.1, 9, 5, 4, 5, 4, 5, 4}).next(), StencilWay::tiles); }

TEST(WayTrial, PrefersStagesIfBothTakeTheSameTime) {
  EXPECT_EQ(trial_of({1, 1, 5, 5, 5, 5, 5, 5}).next(), StencilWay::stages);
}

TEST(WayTrial, CanBeDecidedBefore) {
  WayTrial trial;
  trial.decide(StencilWay::tiles);
  EXPECT_TRUE(trial.is_over());
  trial.add(1);
  EXPECT_EQ(trial.next(), StencilWay::tiles);
}

TEST(StencilWay, HasAName) {
  for (const StencilWay way : {StencilWay::stages, StencilWay::tiles}) EXPECT_EQ(stencil_way(to_string(way)), way);
  EXPECT_EQ(stencil_way("auto"), std::nullopt);
}

} // namespace
} // namespace nopal
