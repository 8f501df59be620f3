#include "core/spaces/index_set.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace nopal {
namespace {

std::vector<double> numbered(long n) {
  std::vector<double> result(static_cast<std::size_t>(n));
  std::iota(result.begin(), result.end(), 0.0);
  return result;
}

std::byte* bytes(std::vector<double>& values) { return reinterpret_cast<std::byte*>(values.data()); }

std::vector<Box> boxes_of(const IndexSet& points) {
  std::vector<Box> boxes;
  points.each_box([&](const Box& box) { boxes.push_back(box); });
  return boxes;
}

TEST(IndexSet, HoldsABoxOrAList) {
  const IndexSet nothing, box(Box{{1, 2, 3}, {4, 4, 4}}), list = IndexSet::listed({7, 2, 3});
  EXPECT_TRUE(nothing.empty());
  EXPECT_TRUE(IndexSet::listed({}).empty());
  EXPECT_TRUE(box.is_box());
  EXPECT_EQ(box.points(), 6);
  EXPECT_FALSE(list.is_box());
  EXPECT_EQ(list.points(), 3);
  EXPECT_EQ(list.box(), IndexSet::range(2, 8));
  EXPECT_NE(list, IndexSet::listed({2, 3, 7})) << "the order counts";
}

TEST(IndexSet, GivesBoxesInItsOrder) {
  const Box box{{1, 2, 3}, {4, 4, 4}};
  EXPECT_EQ(boxes_of(box), std::vector<Box>{box});
  const std::vector<Box> runs{IndexSet::range(5, 8), IndexSet::range(2, 3), IndexSet::range(1, 2),
                              IndexSet::range(9, 11)};
  EXPECT_EQ(boxes_of(IndexSet::listed({5, 6, 7, 2, 1, 9, 10})), runs);
}

TEST(IndexSet, ListsArePackedAndUnpackedInTheirOrder) {
  const Layout layout = array_layout({12, 1, 1});
  std::vector<double> slot = numbered(12), dense(4, -1), other(12, -1);
  const IndexSet points = IndexSet::listed({8, 3, 4, 11});
  pack(bytes(slot), layout, 8, points, bytes(dense));
  EXPECT_EQ(dense, (std::vector<double>{8, 3, 4, 11}));
  unpack(bytes(other), layout, 8, points, bytes(dense));
  EXPECT_EQ(other, (std::vector<double>{-1, -1, -1, 3, 4, -1, -1, -1, 8, -1, -1, 11}));
}

TEST(IndexSet, CopiesBetweenPartsOfDifferentLayouts) {
  const Layout small = array_layout({6, 1, 1}), large = array_layout({12, 1, 1});
  std::vector<double> from = numbered(12), to(6, -1);
  copy({bytes(from), large}, IndexSet::listed({10, 2}), {bytes(to), small}, IndexSet::range(4, 6), 8);
  EXPECT_EQ(to, (std::vector<double>{-1, -1, -1, -1, 10, 2}));
  copy({bytes(from), large}, IndexSet::range(7, 9), {bytes(to), small}, IndexSet::range(0, 2), 8);
  EXPECT_EQ(to, (std::vector<double>{7, 8, -1, -1, 10, 2}));
}

} // namespace
} // namespace nopal
