#include "io/slices/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace nopal::slices;

TEST(Numbers, DecimalsAreTheNearestDoubles) {
  EXPECT_EQ((Decimal{3, -1}.value()), 0.3);
  EXPECT_EQ((Decimal{-12, 2}.value()), -1200.0);
  EXPECT_EQ((Decimal{5, -324}.value()), 5e-324);
  EXPECT_EQ((Decimal{1, -400}.value()), 0.0);
  EXPECT_EQ((Decimal{-1, 400}.value()), -INFINITY);
}

TEST(Numbers, AreRoundedToDigits) {
  EXPECT_EQ(decimal(4.9406564584124654e-324, 3).mantissa, 494);
  EXPECT_EQ(decimal(4.9406564584124654e-324, 3).exponent, -326);
  EXPECT_EQ(decimal(-0.3).mantissa, -3);
  EXPECT_EQ(decimal(-0.3).exponent, -1);
  EXPECT_EQ(decimal(7, 1).mantissa, 7);
  EXPECT_EQ(decimal(0, 3).value(), 0);
}

TEST(Numbers, ReadAsPeopleWriteThem) {
  EXPECT_EQ(text(0.0), "0");
  EXPECT_EQ(text(-0.1), "−0.1");
  EXPECT_EQ(text(0.1 + 0.2), "0.3");
  EXPECT_EQ(text(0.1 + 0.2, true), "0.30000000000000004");
  EXPECT_EQ(text(1200.0), "1200");
  EXPECT_EQ(text(123456789.0), "123457000");
  EXPECT_EQ(text(-2.5e-9), "−2.5×10⁻⁹");
  EXPECT_EQ(text(1e22), "1×10²²");
  EXPECT_EQ(text(0.00025), "0.00025");
  EXPECT_EQ(text(INFINITY), "inf");
}

TEST(Numbers, FixedTextsKeepTheirDecimals) {
  EXPECT_EQ(fixed_text({5, -2}, 0, 2), "0.05");
  EXPECT_EQ(fixed_text({0, -2}, 0, 2), "0.00");
  EXPECT_EQ(fixed_text({-15, -10}, -9, 1), "−1.5");
  EXPECT_EQ(fixed_text({2, 3}, 0, 0), "2000");
  EXPECT_EQ(fixed_text({0, 3}, 0, 0), "0");
}
