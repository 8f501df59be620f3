#include "driver/watchdog/patience.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

using Verdict = Patience::Verdict;

TEST(Patience, StepsAreProgress) {
  Patience patience(10);
  for (int second = 0; second < 100; ++second) EXPECT_EQ(patience.look(second / 9, second), Verdict::wait) << second;
}

TEST(Patience, IsStuckOnceThenGivenUp) {
  Patience patience(10);
  EXPECT_EQ(patience.look(3, 100), Verdict::wait);
  EXPECT_EQ(patience.look(3, 109.9), Verdict::wait);
  EXPECT_EQ(patience.look(3, 110), Verdict::stuck);
  EXPECT_EQ(patience.look(3, 111), Verdict::wait);
  EXPECT_EQ(patience.look(3, 119.9), Verdict::wait);
  EXPECT_EQ(patience.look(3, 120), Verdict::give_up);
}

TEST(Patience, StartsAgainWithEveryStep) {
  Patience patience(10);
  patience.look(0, 0);
  EXPECT_EQ(patience.look(0, 15), Verdict::stuck);
  EXPECT_EQ(patience.look(1, 19), Verdict::moves_again);
  EXPECT_EQ(patience.look(1, 28), Verdict::wait);
  EXPECT_EQ(patience.look(1, 29), Verdict::stuck);
  EXPECT_EQ(patience.look(1, 39), Verdict::give_up);
}

TEST(Patience, BeginsWithTheFirstLook) {
  Patience patience(10);
  EXPECT_EQ(patience.look(0, 1e6), Verdict::wait);
  EXPECT_EQ(patience.look(0, 1e6 + 9), Verdict::wait);
}

} // namespace
} // namespace nopal
