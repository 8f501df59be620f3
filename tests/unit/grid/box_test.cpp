#include "core/grid/box.hpp"

#include "core/grid/region.hpp"
#include "tests/support/points.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace nopal {
namespace {

TEST(Box, CountsAndContains) {
  const Box box{{-1, 0, 2}, {3, 5, 4}};
  EXPECT_EQ(box.points(), 40);
  EXPECT_EQ(extents_text(box.extents(), 3), "4 x 5 x 2");
  EXPECT_EQ(extents_text(box.extents(), 1), "4");
  EXPECT_EQ(box.offset({{1, 1, 1}, {2, 2, 2}}), (Index{-2, -1, 1}));
  EXPECT_TRUE(box.contains(Index{-1, 4, 3}));
  EXPECT_FALSE(box.contains(Index{3, 4, 3}));
  EXPECT_TRUE(box.contains(Box{}));
  EXPECT_EQ(box.shifted({1, -1, 10}).text(), "[0:4, -1:4, 12:14]");
  EXPECT_EQ((Box{{0, 0, 0}, {-3, -3, 4}}).points(), 0);
}

TEST(Box, HullIgnoresEmptyBoxes) {
  const Box a{{0, 0, 0}, {1, 1, 1}}, b{{4, 0, 0}, {5, 2, 1}};
  EXPECT_EQ(hull(a, Box{}), a);
  EXPECT_EQ(hull(Box{}, a), a);
  EXPECT_EQ(hull(a, b), (Box{{0, 0, 0}, {5, 2, 1}}));
}

TEST(Box, DifferenceIsExactAndDisjoint) {
  std::mt19937 random(7);
  const auto draw = [&] { return std::uniform_int_distribution<long>(-1, 4)(random); };
  for (int trial = 0; trial < 500; ++trial) {
    Box a, b;
    for (int axis = 0; axis < 3; ++axis) {
      a.lower[axis] = draw(), a.upper[axis] = draw();
      b.lower[axis] = draw(), b.upper[axis] = draw();
    }
    const std::vector<Box> parts = difference(a, b);
    EXPECT_LE(parts.size(), 6u);
    test::for_each_point({{-1, -1, -1}, {4, 4, 4}}, [&](const Index& p) {
      int count = 0;
      for (const Box& part : parts) count += part.contains(p);
      ASSERT_EQ(count, a.contains(p) && !b.contains(p) ? 1 : 0) << a.text() << " without " << b.text();
    });
  }
}

TEST(Box, DifferenceOfListsIsExactAndDisjoint) {
  std::mt19937 random(8);
  const auto draw = [&] { return std::uniform_int_distribution<long>(0, 5)(random); };
  const auto draw_box = [&] {
    Box box;
    for (int axis = 0; axis < 3; ++axis) box.lower[axis] = draw(), box.upper[axis] = draw();
    return box;
  };
  for (int trial = 0; trial < 200; ++trial) {
    const Box first = draw_box();
    std::vector<Box> boxes = difference(draw_box(), first);
    if (!first.empty()) boxes.push_back(first);
    const std::vector<Box> others{draw_box(), draw_box(), draw_box()};
    const std::vector<Box> parts = difference_of_lists(boxes, others);
    test::for_each_point({{0, 0, 0}, {5, 5, 5}}, [&](const Index& p) {
      const auto count = [&](const std::vector<Box>& list) {
        return std::count_if(list.begin(), list.end(), [&](const Box& box) { return box.contains(p); });
      };
      ASSERT_EQ(count(parts), count(boxes) > 0 && count(others) == 0 ? 1 : 0);
    });
  }
}

TEST(Box, DifferenceStaysLongAlongI) {
  const std::vector<Box> parts = difference({{0, 0, 0}, {9, 9, 9}}, {{3, 3, 3}, {6, 6, 6}});
  ASSERT_EQ(parts.size(), 6u);
  for (int n = 0; n < 4; ++n) EXPECT_EQ(parts[n].extent(0), 9);
}

TEST(Region, WordsAndText) {
  for (const char* word : {"interior", "boundary", "ghosts", "owned", "everywhere"})
    EXPECT_EQ(to_string(region_from_word(word)), word);
  EXPECT_EQ(region_from_word("exterior"), Region::none);
  EXPECT_EQ(to_string(Region::boundary | Region::ghosts), "boundary, ghosts");
  EXPECT_EQ(to_string(Region::interior | Region::ghosts), "interior, ghosts");
  EXPECT_EQ(to_string(Region::none), "nowhere");
}

} // namespace
} // namespace nopal
