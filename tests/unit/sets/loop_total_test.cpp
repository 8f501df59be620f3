// What elements give to a scalar, added up and joined.

#include "core/launch/loop_total.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

namespace nopal::test {
namespace {

LoopTotal empty_total(Access access) {
  LoopTotal total;
  total.access = access;
  total.clear();
  return total;
}

TEST(LoopTotals, KeepThatAValueIsNan) {
  LoopTotal least = empty_total(Access::minimum);
  const double values[] = {4, std::nan(""), 2};
  least.add(std::span<const double>(values));
  EXPECT_TRUE(least.nan);
  EXPECT_EQ(least.real, 2);
  LoopTotal other = least;
  other.clear();
  EXPECT_FALSE(other.nan);
  other.merge(least);
  EXPECT_TRUE(other.nan);
  EXPECT_EQ(other.real, 2);
}

TEST(LoopTotals, MergeAsTheirAccessSays) {
  for (const auto& [access, real, integer] :
       {std::tuple(Access::minimum, -3.0, -30L), std::tuple(Access::maximum, 5.0, 50L)}) {
    LoopTotal a = empty_total(access), b = empty_total(access);
    const double real_a = -3, real_b = 5;
    const std::int64_t integer_a = 50, integer_b = -30;
    a.add(std::span(&real_a, 1));
    b.add(std::span(&real_b, 1));
    a.add(std::span(&integer_a, 1));
    b.add(std::span(&integer_b, 1));
    a.merge(b);
    EXPECT_EQ(a.real, real);
    EXPECT_EQ(a.integer, integer);
  }
}

} // namespace
} // namespace nopal::test
