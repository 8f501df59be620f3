#include "core/grid/layout.hpp"

#include "tests/support/points.hpp"

#include <gtest/gtest.h>

#include <set>

namespace nopal {
namespace {

TEST(Layout, AlignsTheFirstInteriorPointOfEveryRow) {
  for (const long lower : {-3L, -1L, 0L, 50L})
    for (const long align : {lower, lower + 1, lower + 3}) {
      const Box box{{lower, -1, 2}, {lower + 13, 4, 9}};
      const Layout layout = grid_layout(box, align, 3);
      EXPECT_EQ(layout.box, box);
      for (long k = box.lower[2]; k < box.upper[2]; ++k)
        for (long j = box.lower[1]; j < box.upper[1]; ++j) EXPECT_EQ(layout.index(align, j, k) % 8, 0);
      EXPECT_GE(layout.lead, 0);
      EXPECT_LT(layout.lead, 8);
    }
}

TEST(Layout, PointsAreDistinctAndInsideTheAllocation) {
  for (int dimension = 1; dimension <= 3; ++dimension) {
    Box box{{-2, -1, 3}, {11, 4, 6}};
    for (int axis = dimension; axis < 3; ++axis) box.lower[axis] = 0, box.upper[axis] = 1;
    const Layout layout = grid_layout(box, 1, dimension);
    std::set<long> indices;
    test::for_each_point(box, [&](const Index& p) {
      const long index = layout.index(p[0], p[1], p[2]);
      EXPECT_GE(index, 0);
      EXPECT_LT(index, layout.size);
      indices.insert(index);
    });
    EXPECT_EQ(static_cast<long>(indices.size()), box.points());
    for (int axis = dimension; axis < 3; ++axis) EXPECT_EQ(layout.stride[axis], 0);
  }
}

TEST(Layout, SpanCountsFromFirstToLast) {
  const Layout layout = grid_layout({{0, 0, 0}, {10, 4, 4}}, 0, 3);
  EXPECT_EQ(layout.span({{2, 1, 1}, {2, 1, 1}}), 0);
  EXPECT_EQ(layout.span({{2, 1, 1}, {3, 2, 2}}), 1);
  EXPECT_EQ(layout.span({{2, 1, 1}, {5, 2, 2}}), 3);
  EXPECT_EQ(layout.span({{0, 0, 1}, {10, 4, 3}}), 16 * 4 + 16 * 3 + 10);
  EXPECT_EQ(layout.span({{9, 0, 0}, {10, 1, 4}}), 16 * 4 * 3 + 1);
}

TEST(Layout, ArraysAreDense) {
  const Layout layout = array_layout({3, 4, 5});
  EXPECT_EQ(layout.size, 60);
  EXPECT_EQ(layout.index(2, 3, 4), 59);
  EXPECT_EQ(array_layout({1, 1, 1}).size, 1);
}

} // namespace
} // namespace nopal
