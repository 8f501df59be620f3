// The time of a run whose time step changes.

#include "core/schedule/run_clock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace nopal::test {
namespace run_clock_test {

using testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();

Domain domain(bool adaptive, double dt = 0) {
  return Domain({.cells = {10, 10, 10}, .courant = 0.5, .dt = dt, .adaptive = adaptive, .start_time = 3});
}

TEST(RunClock, AFixedStepGivesTheTimeFromTheIteration) {
  const Domain grid = domain(false);
  RunClock clock(grid);
  EXPECT_FALSE(clock.adapts());
  for (const std::int64_t iteration : {1, 2, 3, 50}) {
    clock.begin(iteration);
    EXPECT_EQ(clock.now().time, grid.time(iteration));
    EXPECT_EQ(clock.now().dt, grid.dt());
    EXPECT_EQ(clock.now().iteration, iteration);
    EXPECT_FALSE(clock.passed());
  }
}

TEST(RunClock, APlanTakesAllStepsToBeThatOfTheGrid) {
  const Domain grid = domain(true);
  RunClock clock(grid, true);
  EXPECT_TRUE(clock.adapts());
  clock.begin(7);
  EXPECT_EQ(clock.now().time, grid.time(7));
  EXPECT_FALSE(clock.passed());
}

TEST(RunClock, TimeIsTheSumOfTheSteps) {
  const Domain grid = domain(true);
  RunClock clock(grid);
  clock.begin(1);
  clock.choose({.allowed = 0.25});
  EXPECT_EQ(clock.now().time, 3.25);
  ASSERT_TRUE(clock.passed());
  EXPECT_EQ(clock.passed()->from, 0);
  EXPECT_EQ(clock.passed()->to, 0.25);
  clock.begin(2);
  clock.choose({.allowed = 0.125});
  EXPECT_EQ(clock.now().time, 3.375);
  EXPECT_EQ(clock.now().dt, 0.125);
  EXPECT_EQ(clock.passed()->from, 0.25);
}

TEST(RunClock, AStepGrowsByAFactor) {
  const Domain grid = domain(true, 0.0625);
  RunClock clock(grid);
  std::vector<double> steps;
  for (int iteration = 1; iteration <= 4; ++iteration) {
    clock.begin(iteration);
    clock.choose({.allowed = 0.375, .growth = 2});
    steps.push_back(clock.now().dt);
  }
  EXPECT_EQ(steps, (std::vector<double>{0.0625, 0.125, 0.25, 0.375}));
}

TEST(RunClock, WithoutAnyLimitTheFirstStepIsThatOfTheGrid) {
  const Domain grid = domain(true);
  RunClock clock(grid);
  clock.begin(1);
  EXPECT_EQ(clock.wanted({.allowed = infinity}), grid.dt());
}

TEST(RunClock, TheLastStepEndsAtTheFinalTime) {
  const Domain grid = domain(true);
  RunClock clock(grid);
  std::vector<double> times;
  for (int iteration = 1; clock.now().time < 4; ++iteration) {
    clock.begin(iteration);
    clock.choose({.allowed = 0.3, .final_time = 4});
    times.push_back(clock.now().time);
  }
  ASSERT_EQ(times.size(), 4u) << "the last two steps share the rest";
  EXPECT_EQ(times.back(), 4);
  EXPECT_NEAR(times[2] - times[1], times[3] - times[2], 1e-15);
}

TEST(RunClock, AStepThatEndedAtTheFinalTimeDoesNotHoldBackTheNextOne) {
  const Domain grid = domain(true);
  RunClock clock(grid);
  clock.begin(1);
  clock.choose({.allowed = 0.5, .final_time = 3.125});
  EXPECT_EQ(clock.now().dt, 0.125);
  clock.begin(2);
  EXPECT_EQ(clock.wanted({.allowed = 0.5}), 0.5);
}

TEST(RunClock, AStepIsRepeatedWithASmallerOne) {
  const Domain grid = domain(true);
  RunClock clock(grid);
  clock.begin(1);
  clock.choose({.allowed = 0.5});
  clock.repeat(0.25, 2);
  EXPECT_EQ(clock.now().time, 3.25);
  clock.propose(0.375);
  EXPECT_EQ(clock.wanted({}), 0.375);
  clock.propose(9);
  EXPECT_EQ(clock.wanted({}), 0.375) << "the smallest proposal holds";
}

TEST(RunClock, ContinuesFromItsState) {
  const Domain grid = domain(true);
  RunClock clock(grid), other(grid);
  for (int iteration = 1; iteration <= 3; ++iteration) {
    clock.begin(iteration);
    clock.choose({.allowed = 0.1 / iteration, .growth = 1.1});
  }
  other.start(3, clock.state());
  EXPECT_EQ(other.state(), clock.state());
  for (RunClock* each : {&clock, &other}) {
    each->begin(4);
    each->choose({.allowed = 1, .growth = 1.1});
  }
  EXPECT_EQ(other.state(), clock.state());
}

TEST(RunClock, SaysWhatIsTooSmall) {
  const Domain grid = domain(true);
  RunClock clock(grid);
  clock.begin(1);
  EXPECT_EQ(clock.too_small(0.1, 0.1), "");
  EXPECT_EQ(clock.too_small(0.1, 0.2), "the time step would be 0.1, but driver.min_dt is 0.2");
  EXPECT_THAT(clock.too_small(1e-17, 0), HasSubstr("too small to change the time 3"));
}

} // namespace run_clock_test
} // namespace nopal::test
