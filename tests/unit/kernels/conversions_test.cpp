#include "core/kernels/host_conversions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace nopal::test {
namespace conversions_test {

using namespace nopal_dialect;

TEST(Conversions, CutOffWhatFollowsThePoint) {
  for (const double value : {-2.5, -0.5, 0.0, 0.5, 1e15 + 0.5})
    EXPECT_EQ(nopal_to_long(value), std::lround(std::trunc(value)));
  EXPECT_EQ(nopal_to_long(3.5F), 3);
  EXPECT_EQ(nopal_to_long(true), 1);
}

TEST(Conversions, OfRealsThatNoIntegerCanBeGiveTheNearest) {
  using Long = std::numeric_limits<long>;
  for (const double value : {0x1p63, 1e300, static_cast<double>(INFINITY)}) {
    EXPECT_EQ(nopal_to_long(value), Long::max());
    EXPECT_EQ(nopal_to_long(-value), Long::min());
    EXPECT_EQ(nopal_to_ulong(2 * value), std::numeric_limits<unsigned long>::max());
    EXPECT_EQ(nopal_to_ulong(-value), 0U);
  }
  EXPECT_EQ(nopal_to_int(2147483647.9), 2147483647);
  EXPECT_EQ(nopal_to_int(2147483648.0), 2147483647);
  EXPECT_EQ(nopal_to_int(-2147483648.9), -2147483647 - 1);
  EXPECT_EQ(nopal_to_int(-1e10), -2147483647 - 1);
  EXPECT_EQ(nopal_to_uint(-0.9), 0U);
  EXPECT_EQ(nopal_to_uchar(300.0), 255);
}

TEST(Conversions, OfNaNGive0) {
  EXPECT_EQ(nopal_to_long(NAN), 0);
  EXPECT_EQ(nopal_to_int(NAN), 0);
}

TEST(Conversions, OfIntegersAreThoseOfC) {
  EXPECT_EQ(nopal_to_int(0x1'0000'0001L), 1);
  EXPECT_EQ(nopal_to_long(std::numeric_limits<long>::max()), std::numeric_limits<long>::max());
}

TEST(ConversionsDeathTest, OfTheCheckedVersionsEnd) {
  EXPECT_EQ((nopal_checked_to<long>(-0x1p63, 7, "a.kernel")), std::numeric_limits<long>::min());
  EXPECT_EQ((nopal_checked_to<int>(-2147483648.5, 7, "a.kernel")), -2147483647 - 1);
  for (const double value : {0x1p63, -1e300, static_cast<double>(NAN)})
    EXPECT_DEATH((nopal_checked_to<long>(value, 7, "a.kernel")), "");
}

} // namespace conversions_test
} // namespace nopal::test
