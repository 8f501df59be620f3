#include "core/parameters/range.hpp"

#include "core/base/error.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace nopal {
namespace range_test {

std::string error_of(const std::string& text) {
  try {
    parse_range(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Range, BoundsAreInclusiveUnlessOpen) {
  EXPECT_TRUE(parse_range("1:*").contains(1));
  EXPECT_FALSE(parse_range("1:*").contains(0.999));
  EXPECT_TRUE(parse_range("1:*").contains(1e308));
  EXPECT_FALSE(parse_range("(0:1]").contains(0));
  EXPECT_TRUE(parse_range("(0:1]").contains(1));
  EXPECT_TRUE(parse_range("[0:1)").contains(0));
  EXPECT_FALSE(parse_range("[0:1)").contains(1));
  EXPECT_TRUE(parse_range("(0:*").contains(1e-300)); // Cactus also allows a bracket on one side only
  EXPECT_TRUE(parse_range("*:-1").contains(-1));
  EXPECT_FALSE(parse_range("*:-1").contains(0));
}

TEST(Range, OneValueAndAnyValue) {
  EXPECT_TRUE(parse_range("5").contains(5));
  EXPECT_FALSE(parse_range("5").contains(6));
  EXPECT_TRUE(parse_range("*").contains(-3));
  EXPECT_TRUE(parse_range(":").contains(-3));
  EXPECT_TRUE(parse_range(" -1.5e3 : 2 ").contains(-1500));
}

TEST(Range, StepsCountFromTheLowerBound) {
  const Range odd = parse_range("1:9:2");
  EXPECT_TRUE(odd.contains(1));
  EXPECT_TRUE(odd.contains(9));
  EXPECT_FALSE(odd.contains(2));
  EXPECT_FALSE(odd.contains(11));
}

TEST(Range, InfinityOnlyWhereItIsABound) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(parse_range("0:*").contains(infinity));
  EXPECT_FALSE(parse_range("*").contains(-infinity));
  EXPECT_TRUE(parse_range("0:inf").contains(infinity));
  EXPECT_FALSE(parse_range("0:inf").contains(-infinity));
  EXPECT_FALSE(parse_range("0:inf)").contains(infinity));
  EXPECT_TRUE(parse_range("-.inf:.inf").contains(-infinity));
}

TEST(Range, KeepsItsSource) { EXPECT_EQ(parse_range(" (0:1] ").source, "(0:1]"); }

TEST(Range, ErrorsSayWhatIsWrong) {
  const std::string grammar =
      "; write lower:upper, with * for no bound and ( or ) to exclude a bound, such as 1:*, (0:1] or -1";
  EXPECT_EQ(error_of(""), "the range \"\" is empty" + grammar);
  EXPECT_EQ(error_of("a:b"), "the range \"a:b\" has the bound \"a\", which is not a number" + grammar);
  EXPECT_EQ(error_of("0:1e999"), "the range \"0:1e999\" has the bound \"1e999\", which is not a number" + grammar);
  EXPECT_EQ(error_of("2:1"), "the range \"2:1\" holds no value" + grammar);
  EXPECT_EQ(error_of("(1:1]"), "the range \"(1:1]\" holds no value" + grammar);
  EXPECT_EQ(error_of("()"), "the range \"()\" has no bounds" + grammar);
  EXPECT_EQ(error_of("0:1:0"), "the range \"0:1:0\" has the step \"0\", which is not a positive integer" + grammar);
  EXPECT_EQ(error_of("*:1:2"), "the range \"*:1:2\" has a step but no lower bound to count from" + grammar);
  EXPECT_EQ(error_of("0:1:2:3"), "the range \"0:1:2:3\" has more parts than lower:upper:step" + grammar);
  EXPECT_EQ(error_of("("), "the range \"(\" has no bounds" + grammar);
}

} // namespace range_test
} // namespace nopal
