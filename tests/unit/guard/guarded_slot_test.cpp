#include "driver/guard/guard_report.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace nopal {
namespace {

void expect_every_point_to_be_found(const Layout& layout, std::size_t size) {
  std::vector<std::byte> memory(static_cast<std::size_t>(layout.size) * size);
  const GuardedSlot slot{{0, 0}, memory.data(), memory.size(), size, &layout, Region::none, Region::none};
  long found = 0;
  for (std::size_t byte = 0; byte < memory.size(); ++byte) {
    const auto point = point_at(slot, reinterpret_cast<std::uintptr_t>(memory.data()) + byte);
    if (!point) continue;
    ++found;
    EXPECT_EQ(layout.index((*point)[0], (*point)[1], (*point)[2]), static_cast<long>(byte / size));
  }
  EXPECT_EQ(found, layout.box.points() * static_cast<long>(size)) << "every byte of a point, none of the padding";
  EXPECT_FALSE(point_at(slot, reinterpret_cast<std::uintptr_t>(memory.data()) - 1));
  EXPECT_FALSE(point_at(slot, reinterpret_cast<std::uintptr_t>(memory.data()) + memory.size()));
}

TEST(PointAt, FindsThePointsOfGrids) {
  for (const std::size_t size : {8u, 16u}) {
    expect_every_point_to_be_found(grid_layout({{-2, -1, 3}, {9, 6, 7}}, 0, 3), size);
    expect_every_point_to_be_found(grid_layout({{-1, 0, 0}, {12, 7, 1}}, 1, 2), size);
    expect_every_point_to_be_found(grid_layout({{5, 0, 0}, {30, 1, 1}}, 6, 1), size);
  }
}

TEST(PointAt, FindsTheElementsOfArraysAndScalars) {
  expect_every_point_to_be_found(array_layout({3, 5, 2}), 8);
  expect_every_point_to_be_found(array_layout({7, 1, 1}), 16);
  expect_every_point_to_be_found(array_layout({1, 1, 1}), 8);
}

} // namespace
} // namespace nopal
