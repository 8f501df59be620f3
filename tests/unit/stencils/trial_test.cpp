// Tests the trial that finds out which way to run a stencil is faster.

#include "core/launch/trial.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace nopal {
namespace {

/// Runs a trial in which call number n takes seconds[n].
Trial trial_of(const std::vector<double>& seconds, int n_ways = 2) {
  Trial trial(n_ways);
  for (const double time : seconds) {
    EXPECT_FALSE(trial.is_over());
    trial.add(time);
  }
  return trial;
}

TEST(Trial, TakesTheWaysInTurn) {
  for (const int n_ways : {2, 3}) {
    Trial trial(n_ways);
    for (int call = 0; call < n_ways * Trial::calls_of_each; ++call) {
      EXPECT_EQ(trial.next(), call % n_ways);
      EXPECT_FALSE(trial.is_over());
      trial.add(1);
    }
    EXPECT_TRUE(trial.is_over());
  }
}

TEST(Trial, IsWonByTheShortestCall) {
  EXPECT_EQ(trial_of({1, 1, 5, 9, 5, 4, 5, 9}).next(), 1);
  EXPECT_EQ(trial_of({1, 1, 5, 4, 3, 4, 5, 4}).next(), 0);
  const Trial trial = trial_of({1, 1, 5, 9, 5, 4, 6, 9});
  EXPECT_EQ(trial.best(0), 5);
  EXPECT_EQ(trial.best(1), 4);
}

TEST(Trial, DoesNotCountTheFirstCalls) { EXPECT_EQ(trial_of({0.1, 9, 5, 4, 5, 4, 5, 4}).next(), 1); }

TEST(Trial, PrefersTheFirstWayUnlessAnotherIsClearlyFaster) {
  EXPECT_EQ(trial_of({1, 1, 5, 4.95, 5, 4.95, 5, 4.95}).next(), 0);
  EXPECT_EQ(trial_of({1, 1, 5, 5, 5, 5, 5, 5}).next(), 0);
}

TEST(Trial, ComparesAllWays) {
  EXPECT_EQ(trial_of({1, 1, 1, 5, 4, 3, 5, 4, 3, 5, 4, 3}, 3).next(), 2);
  EXPECT_EQ(trial_of({1, 1, 1, 5, 2, 3, 5, 4, 3, 5, 4, 3}, 3).next(), 1);
}

TEST(Trial, OfOneWayIsOver) {
  EXPECT_TRUE(Trial(1).is_over());
  EXPECT_EQ(Trial(1).next(), 0);
}

TEST(Trial, CanBeDecidedBefore) {
  Trial trial(2);
  trial.decide(1);
  EXPECT_TRUE(trial.is_over());
  trial.add(1);
  EXPECT_EQ(trial.next(), 1);
}

TEST(StencilWay, HasAName) {
  for (const StencilWay way : {StencilWay::stages, StencilWay::tiles}) EXPECT_EQ(stencil_way(to_string(way)), way);
  EXPECT_EQ(stencil_way("auto"), std::nullopt);
}

} // namespace
} // namespace nopal
