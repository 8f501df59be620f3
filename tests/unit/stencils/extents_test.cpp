#include "core/stencils/extent.hpp"

#include "core/base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace nopal {
namespace {

TEST(Extents, SumAndEnclosingExtent) {
  const Extent a{{-1, 0, 0}, {2, 0, 3}}, b{{-2, 1, 0}, {1, 4, 0}};
  EXPECT_EQ(a + b, (Extent{{-3, 1, 0}, {3, 4, 3}}));
  EXPECT_EQ(mee(a, b), (Extent{{-2, 0, 0}, {2, 4, 3}}));
  EXPECT_EQ(mee(std::optional(a), b), mee(a, b));
  EXPECT_EQ(mee(std::nullopt, b), b);
  EXPECT_EQ(a + Extent{}, a);
  EXPECT_TRUE(Extent{}.is_zero());
  EXPECT_FALSE((Extent{{0, 0, 0}, {0, 0, 1}}).is_zero());
}

TEST(Extents, TextLeavesOutZeroAxesAtTheEnd) {
  EXPECT_EQ(Extent{}.text(), "<0>");
  EXPECT_EQ((Extent{{-1, 0, 0}, {1, 0, 0}}).text(), "<-1:1>");
  EXPECT_EQ((Extent{{-1, -1, 0}, {1, 1, 0}}).text(), "<-1:1, -1:1>");
  EXPECT_EQ((Extent{{0, -1, 0}, {0, 0, 0}}).text(), "<0, -1:0>");
  EXPECT_EQ((Extent{{0, 0, 1}, {0, 0, 1}}).text(), "<0, 0, 1:1>");
}

TEST(Extents, ParserReadsOtherWaysToWriteThem) {
  EXPECT_EQ(parse_extent(" < -1 : 1,0:0 ,0> "), (Extent{{-1, 0, 0}, {1, 0, 0}}));
  EXPECT_EQ(parse_extent("<0, 0, 0>"), Extent{});
  EXPECT_EQ(parse_extent("<-10000:10000>").upper[0], largest_offset);
}

TEST(Extents, ParserReadsBackTheText) {
  std::mt19937 random(13);
  for (int trial = 0; trial < 2000; ++trial) {
    Extent extent;
    for (int axis = 0; axis < 3; ++axis) {
      extent.lower[axis] = std::uniform_int_distribution(-2, 2)(random);
      extent.upper[axis] = std::uniform_int_distribution(extent.lower[axis], 2)(random);
    }
    const std::string text = extent.text();
    ASSERT_EQ(parse_extent(text), extent) << text;
    ASSERT_EQ(parse_extent(text).text(), text);
  }
}

TEST(Extents, ParserSaysWhatIsWrong) {
  const std::string expected = "; write lower:upper or 0 for each of up to three axes, such as <-1:1>, <-2:2, -2:2> or "
                               "<0, -1:0>";
  const std::vector<std::pair<const char*, std::string>> rows{
      {"", "does not begin with < and end with >"},
      {"<", "does not begin with < and end with >"},
      {"<-1:1", "does not begin with < and end with >"},
      {"-1:1>", "does not begin with < and end with >"},
      {"<>", "has an axis without offsets"},
      {"<-1:1, >", "has an axis without offsets"},
      {"<-1:1, , 0>", "has an axis without offsets"},
      {"<0, 0, 0, 0>", "has more than three axes"},
      {"<1:-1>", "has the lower offset 1 above the upper offset -1"},
      {"<-a:1>", "has the offset \"-a\", which is not a whole number"},
      {"<-1:>", "has the offset \"\", which is not a whole number"},
      {"<-1:1:2>", "has the offset \"1:2\", which is not a whole number"},
      {"<-1.5:1>", "has the offset \"-1.5\", which is not a whole number"},
      {"<-1:+1>", "has the offset \"+1\", which is not a whole number"},
      {"<0:99999999999>", "has the offset \"99999999999\", which is not a whole number from -10000 to 10000"},
      {"<0:10001>", "has the offset \"10001\", which is not a whole number from -10000 to 10000"},
      {"<-10001:0>", "has the offset \"-10001\", which is not a whole number from -10000 to 10000"},
      {"<2>", "has one offset, 2, for an axis: write 2:2 if the kernel reads only there"},
  };
  for (const auto& [text, why] : rows) {
    try {
      parse_extent(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::StartsWith("the extent \"" + std::string(text) + "\" " + why));
      EXPECT_THAT(error.what(), testing::EndsWith(expected));
    }
  }
}

} // namespace
} // namespace nopal
