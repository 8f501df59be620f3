#include "core/stencils/vertical.hpp"

#include "core/base/error.hpp"
#include "vertical_random.hpp"

#include <gtest/gtest.h>

namespace nopal {
namespace {

/// Returns the text of the Error that the call throws, or an empty text.
template <class Call> std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Vertical, LevelsHaveThePublishedIndices) {
  const VerticalAxis axis({"one", "two"});
  const VerticalLevel published[] = {{0, -3}, {0, -2}, {0, -1}, {0, 1}, {0, 2},  {0, 3},  {1, -3},
                                     {1, -2}, {1, -1}, {1, 1},  {1, 2}, {1, 3},  {2, -3}, {2, -2},
                                     {2, -1}, {2, 1},  {2, 2},  {2, 3}, {3, -3}, {3, -2}};
  for (int index = 0; index < 20; ++index) {
    EXPECT_EQ(axis.vertical_level(index), published[index]) << index;
    EXPECT_EQ(axis.index(published[index]), index);
  }
  EXPECT_EQ(axis.count(), 24);
}

TEST(Vertical, OffsetsHaveThePublishedOffsetIndexes) {
  const VerticalAxis axis({}, 2);
  const int offsets[] = {-2, -1, 1, 2};
  for (int index = 0; index < 4; ++index) EXPECT_EQ(axis.offset_index(offsets[index]), index);
}

TEST(Vertical, LevelsAreInTheOrderOfTheirIndices) {
  for (int limit = 2; limit <= 5; ++limit) {
    const VerticalAxis axis({"cloud"}, limit);
    for (int index = 1; index < axis.count(); ++index)
      EXPECT_LT(axis.vertical_level(index - 1), axis.vertical_level(index));
  }
}

TEST(Vertical, ASplitterLiesBetweenTheOffsetsMinusOneAndOne) {
  const long positions[] = {0, 4, 10};
  EXPECT_EQ(k_of({0, 1}, positions), 0);
  EXPECT_EQ(k_of({0, 3}, positions), 2);
  EXPECT_EQ(k_of({1, -2}, positions), 2);
  EXPECT_EQ(k_of({1, -1}, positions), 3);
  EXPECT_EQ(k_of({1, 1}, positions), 4);
  EXPECT_EQ(k_of({2, -1}, positions), 9);
  EXPECT_EQ(range_of({{0, 1}, {2, -1}}, positions), (VerticalRange{0, 10}));
  EXPECT_EQ(range_of({{0, 2}, {1, -2}}, positions), (VerticalRange{1, 3}));
  EXPECT_EQ(range_of({{1, 1}, {1, 1}}, positions), (VerticalRange{4, 5}));
}

TEST(Vertical, TextsAreReadWithBlanksOrWithout) {
  const VerticalAxis axis({"cloud"});
  const VerticalInterval body{{0, 2}, {2, -1}};
  EXPECT_EQ(axis.text(body), "bottom+2 : top-1");
  for (const char* text : {"bottom+2 : top-1", "bottom+2:top-1", " bottom + 2  :\ttop - 1 "})
    EXPECT_EQ(axis.parse_interval(text), body) << text;
  EXPECT_EQ(axis.parse_level("cloud-3"), (VerticalLevel{1, -3}));
  EXPECT_EQ(axis.text(axis.parse_interval("cloud+1 : cloud+1")), "cloud+1");
}

TEST(Vertical, TextAndParserAreInverse) {
  test::RandomVertical random(13);
  for (int trial = 0; trial < 200; ++trial) {
    const VerticalAxis axis = random.axis();
    for (int first = 0; first < axis.count(); ++first) {
      const VerticalLevel level = axis.vertical_level(first);
      ASSERT_EQ(axis.parse_level(axis.text(level)), level);
      const VerticalInterval interval{level, axis.vertical_level(random.draw(first, axis.count() - 1))};
      ASSERT_EQ(axis.parse_interval(axis.text(interval)), interval);
    }
  }
}

TEST(Vertical, TextsThatAreNoIntervalAreErrors) {
  const VerticalAxis axis({"cloud"});
  const std::string no_level =
      " is no vertical level: write a splitter and an offset, such as \"bottom+1\" or \"top-1\"";
  const std::string no_interval = " is no interval: write the first and the last vertical level, such as "
                                  "\"bottom+2 : top-1\", or one vertical level, such as \"bottom+1\"";
  const std::string too_far =
      " is too far from its splitter, because the largest offset is 3: begin and end intervals at an "
      "offset from -2 to 2";
  const std::string no_point = " is no point, because a splitter lies between two points: write ";
  const std::pair<const char*, std::string> rows[] = {
      {"", "\"\"" + no_level},
      {"bottom", "\"bottom\"" + no_level},
      {"+1", "\"+1\"" + no_level},
      {"7", "\"7\"" + no_level},
      {"bottom+", "\"bottom+\"" + no_level},
      {"bottom+one", "\"bottom+one\"" + no_level},
      {"bottom--1", "\"bottom--1\"" + no_level},
      {"bottom+1+1", "\"bottom+1+1\"" + no_level},
      {"bottom+1 : top", "\"top\"" + no_level},
      {":", "\":\"" + no_interval},
      {"bottom+1 :", "\"bottom+1 :\"" + no_interval},
      {": top-1", "\": top-1\"" + no_interval},
      {"bottom+1 : cloud-1 : top-1", "\"bottom+1 : cloud-1 : top-1\"" + no_interval},
      {"botom+1",
       "\"botom+1\" names the splitter \"botom\", which does not exist (did you mean \"bottom\"?): write one of "
       "bottom, cloud, top"},
      {"rain+1", "\"rain+1\" names the splitter \"rain\", which does not exist: write one of bottom, cloud, top"},
      {"bottom+4", "\"bottom+4\"" + too_far},
      {"cloud-4 : top-1", "\"cloud-4\"" + too_far},
      {"top-99999999999", "\"top-99999999999\"" + too_far},
      {"bottom+0", "\"bottom+0\"" + no_point + "\"bottom+1\" for the point after it"},
      {"cloud-0",
       "\"cloud-0\"" + no_point + "\"cloud-1\" for the point before it or \"cloud+1\" for the point after it"},
      {"bottom+1 : top-0", "\"top-0\"" + no_point + "\"top-1\" for the point before it"},
      {"top-1 : bottom+2", "\"top-1 : bottom+2\" ends below its beginning: write \"bottom+2 : top-1\""},
      {"cloud+1 : cloud-1", "\"cloud+1 : cloud-1\" ends below its beginning: write \"cloud-1 : cloud+1\""},
  };
  for (const auto& [text, message] : rows) EXPECT_EQ(error_of([&] { axis.parse_interval(text); }), message);
}

TEST(Vertical, NamesOfSplittersAreUnique) {
  EXPECT_EQ(VerticalAxis({"cloud", "ice"}).splitters(), (std::vector<std::string>{"bottom", "cloud", "ice", "top"}));
  EXPECT_EQ(error_of([] { VerticalAxis({"cloud", "ice", "cloud"}); }),
            "two splitters have the name \"cloud\": give one of them another name");
  EXPECT_EQ(error_of([] { VerticalAxis({"top"}); }),
            "every axis has the splitter \"top\": give this splitter another name");
  EXPECT_EQ(error_of([] { VerticalAxis({"cloud-top"}); }),
            "\"cloud-top\" is no name for a splitter: a name is a letter followed by letters, digits and underscores");
}

} // namespace
} // namespace nopal
