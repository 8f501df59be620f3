#include "core/trace/intervals.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace intervals_test {

TEST(Intervals, UnionSortsAndJoinsWhatTouches) {
  EXPECT_EQ(united({{5, 7}, {1, 2}, {2, 3}, {6, 9}, {4, 4}}), (Intervals{{1, 3}, {5, 9}}));
  EXPECT_EQ(united({}), Intervals{});
}

TEST(Intervals, DifferenceCutsHoles) {
  EXPECT_EQ(difference({{0, 10}, {20, 30}}, {{2, 4}, {8, 22}, {29, 40}}), (Intervals{{0, 2}, {4, 8}, {22, 29}}));
  EXPECT_EQ(difference(Intervals{{0, 10}}, {}), (Intervals{{0, 10}}));
  EXPECT_EQ(difference(Intervals{{3, 4}}, Intervals{{0, 10}}), Intervals{});
}

TEST(Intervals, CoveredCountsWhatLiesInside) {
  const Intervals set{{0, 2}, {5, 8}, {9, 12}};
  EXPECT_EQ(covered({1, 10}, set), 1 + 3 + 1);
  EXPECT_EQ(covered({2, 5}, set), 0);
  EXPECT_EQ(covered({6, 7}, set), 1);
}

} // namespace intervals_test
} // namespace nopal
