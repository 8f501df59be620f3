#include "core/reductions/integer_sum.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace nopal {
namespace {

TEST(IntegerSum, Digits) {
  EXPECT_EQ(to_string(Int128{0}), "0");
  EXPECT_EQ(to_string(Int128{-7}), "-7");
  EXPECT_EQ(to_string((Int128{1} << 100) - 1), "1267650600228229401496703205375");
}

TEST(IntegerSum, FitsInto64BitsOrNot) {
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(to_int64(Limits::max()), Limits::max());
  EXPECT_EQ(to_int64(Limits::min()), Limits::min());
  EXPECT_EQ(to_int64(Int128{Limits::max()} + 1), std::nullopt);
  EXPECT_EQ(to_int64(Int128{Limits::min()} - 1), std::nullopt);
}

TEST(IntegerSum, ComparesWithADoubleWithoutRounding) {
  constexpr Int128 odd = (Int128{1} << 53) + 1; // no double
  EXPECT_EQ(compare(odd, 0x1p53), 1);
  EXPECT_EQ(compare(odd, 0x1p53 + 2), -1);
  EXPECT_EQ(compare(-odd, -0x1p53), -1);
  EXPECT_EQ(compare(Int128{1} << 53, 0x1p53), 0);
  EXPECT_EQ(compare(3, 2.5), 1);
  EXPECT_EQ(compare(2, 2.5), -1);
  EXPECT_EQ(compare(-3, -2.5), -1);
  EXPECT_EQ(compare(-2, -2.5), 1);
  EXPECT_EQ(compare(0, -0.0), 0);
  EXPECT_EQ(compare(0, std::numeric_limits<double>::denorm_min()), -1);
  EXPECT_EQ(compare(odd, 1e300), -1);
  EXPECT_EQ(compare(odd, -1e300), 1);
  EXPECT_EQ(compare(odd, std::numeric_limits<double>::infinity()), -1);
  EXPECT_EQ(compare(-odd, -std::numeric_limits<double>::infinity()), 1);
}

} // namespace
} // namespace nopal
