#include "core/grid/images.hpp"

#include "random_decompositions.hpp"

#include <gtest/gtest.h>

#include <set>

namespace nopal {
namespace {

Domain points_along(long points, bool periodic) {
  return Domain({.dimension = 1, .cells = {points, 1, 1}, .periodic = {periodic, false, false}, .ghosts = 9});
}

TEST(Images, AreCutWhereTheirShiftChanges) {
  for (long n = 1; n <= 5; ++n)
    for (long lower = -13; lower <= 13; ++lower)
      for (long upper = lower - 1; upper <= 13; ++upper) {
        long next = lower, before = 0;
        each_image(points_along(n, true), 0, lower, upper, [&](long first, long end, long shift) {
          ASSERT_EQ(first, next) << "parts follow each other";
          ASSERT_LT(first, end);
          ASSERT_TRUE(first == lower || shift == before - n) << "the next period";
          for (long i = first; i < end; ++i) {
            ASSERT_EQ(i + shift, ((i % n) + n) % n);
            ASSERT_EQ(image_shift(points_along(n, true), 0, i), shift);
          }
          next = end;
          before = shift;
        });
        ASSERT_EQ(next, std::max(lower, upper));
      }
}

TEST(Images, AnotherAxisHasNone) {
  int parts = 0;
  each_image(points_along(4, false), 0, -20, 30, [&](long first, long end, long shift) {
    ++parts;
    EXPECT_EQ(first, -20);
    EXPECT_EQ(end, 30);
    EXPECT_EQ(shift, 0);
  });
  EXPECT_EQ(parts, 1);
  EXPECT_EQ(image_shift(points_along(4, false), 0, -7), 0);
  EXPECT_EQ(image_shift(points_along(4, true), 1, -7), 0) << "an axis that does not exist";
}

// Each stored point of any rank is found once among the shifted points of all ranks.
TEST(Images, ShiftsBringEachStoredPoint) {
  int several = 0;
  for (const Decomposition& d : test::random_decompositions(100)) {
    SCOPED_TRACE(test::describe(d));
    const Box target = d.stored(d.size() - 1);
    std::set<Index> found;
    for (int rank = 0; rank < d.size(); ++rank) {
      const std::vector<Index> shifts = shifts_into(d.domain(), d.owned(rank), target);
      several += shifts.size() > 8 ? 1 : 0;
      for (const Index& shift : shifts) {
        const Box common = intersection(d.owned(rank).shifted(shift), target);
        ASSERT_FALSE(common.empty());
        test::for_each_point(common, [&](Index p) { ASSERT_TRUE(found.insert(p).second) << "twice"; });
      }
    }
    ASSERT_EQ(static_cast<long>(found.size()), target.points());
  }
  EXPECT_GT(several, 10);
}

TEST(Images, OnePeriodOnEachSide) {
  const Domain domain({.dimension = 2, .cells = {3, 3, 1}, .periodic = {true, false, false}});
  const auto is_within = [&](long lower, long upper) {
    return is_within_one_period(domain, {{lower, -100, 0}, {upper, 100, 1}});
  };
  EXPECT_TRUE(is_within(-3, 6));
  EXPECT_FALSE(is_within(-4, 6));
  EXPECT_FALSE(is_within(-3, 7));
}

} // namespace
} // namespace nopal
