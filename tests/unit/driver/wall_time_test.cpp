#include "driver/loop/wall_time.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

namespace nopal {
namespace {

/// A run that began each kind of time when the one before it ended. The numbers are milliseconds after the start.
WallTime run_of(std::initializer_list<std::pair<Spent, int>> ends) {
  const WallTime::Clock::time_point start;
  WallTime wall(start);
  for (const auto& [kind, end] : ends) wall.spent(kind, start + std::chrono::milliseconds(end));
  return wall;
}

TEST(WallTime, EachMomentBelongsToOneKind) {
  const WallTime wall = run_of({{Spent::setup, 104},
                                {Spent::evolution, 1108},
                                {Spent::output, 2112},
                                {Spent::evolution, 3112},
                                {Spent::rest, 3120}});
  EXPECT_DOUBLE_EQ(wall.seconds(Spent::evolution), 2.004);
  EXPECT_DOUBLE_EQ(wall.total(), 3.120);
  EXPECT_EQ(wall.text(), "3.12 s: set-up 0.10 s, evolution 2.00 s, analysis and output 1.00 s, checkpoints 0.00 s, "
                         "rest 0.02 s"); // the numbers sum to the total also after rounding
}

TEST(WallTime, RoundingNeverMakesANegativeRest) {
  EXPECT_EQ(run_of({{Spent::setup, 6}, {Spent::evolution, 12}, {Spent::output, 14}}).text(),
            "0.01 s: set-up 0.01 s, evolution 0.00 s, analysis and output 0.00 s, checkpoints 0.00 s, rest 0.00 s");
}

TEST(WallTime, OfARunThatSpentNoneIsZero) {
  EXPECT_DOUBLE_EQ(run_of({}).total(), 0);
  EXPECT_EQ(run_of({}).text(),
            "0.00 s: set-up 0.00 s, evolution 0.00 s, analysis and output 0.00 s, checkpoints 0.00 s, rest 0.00 s");
}

TEST(WallTime, BinsBelongToKinds) {
  EXPECT_EQ(spent_in("startup"), Spent::setup);
  EXPECT_EQ(spent_in("recover"), Spent::setup);
  EXPECT_EQ(spent_in("poststep"), Spent::evolution);
  EXPECT_EQ(spent_in("analysis"), Spent::output);
  EXPECT_EQ(spent_in("checkpoint"), Spent::checkpoints);
  EXPECT_EQ(spent_in("terminate"), Spent::checkpoints);
  EXPECT_EQ(spent_in("shutdown"), Spent::output);
}

} // namespace
} // namespace nopal
