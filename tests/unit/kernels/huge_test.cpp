// Grids of more than 2^31 points: tests the numbers, without the memory.

#include "core/kernels/block_shape.hpp"
#include "core/kernels/device_launch.hpp"
#include "core/kernels/host_block.hpp"
#include "core/plugins/host_backends.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <numeric>

namespace nopal::test {
namespace huge_test {

constexpr long side = 1L << 20;
const LaunchBox huge[] = {{{{0, 0, 0}, {side, side + 1, 3}}, {0, 0, 0}, {0, 0, 0}},
                          {{{-1, 5, 7}, {2 * side, side + 5, 9}}, {1, 0, 0}, {0, 0, 0}}};

TEST(HugeLaunches, HaveRows) {
  const FlatBoxes flat = flatten_rows(huge);
  EXPECT_EQ(flat.n_items, 3 * (side + 1) + 2 * side);
  EXPECT_EQ(flat.boxes[1].first, 3 * (side + 1));
  const LaunchBox deep{{{0, 0, 0}, {1, side, 1L << 18}}, {0, 0, 0}, {0, 0, 0}};
  EXPECT_EQ(flatten_rows({&deep, 1}).n_items, 1L << 32) << "64 rows in an item";
}

TEST(HugeLaunches, HaveGroupsOfPoints) {
  const FlatBoxes flat = flatten_points(huge, 64);
  EXPECT_GT(flat.n_items, 1L << 31);
  EXPECT_GE(flat.n_items * 64, side * (side + 1) * 3 + (2 * side + 1) * side * 2);
  EXPECT_EQ(flat.boxes[1].first, flat.boxes[0].n_1 * flat.boxes[0].n_2 * 3);
}

TEST(HugeLaunches, HaveBlocks) {
  const Index threads{8, 4, 2};
  EXPECT_EQ(blocks_over(huge[0].box, threads), (Index{side / 8, side / 4 + 1, 2}));
  const FlatBoxes flat = flatten_blocks(huge, threads);
  EXPECT_EQ(flat.boxes[0].end, side / 8 * (side / 4 + 1) * 2);
  EXPECT_EQ(flat.boxes[1].end, (2 * side / 8 + 1) * (side / 4) * 1);
  EXPECT_EQ(flat.n_items, (2 * side / 8 + 1) * (side / 4));
  EXPECT_GT(flat.n_items, 1L << 31);
}

TEST(HugeLaunches, HavePointsFarAway) {
  KernelGrid grid;
  HostLaunch launch;
  launch.grid = &grid;
  const BlockThread thread{{7, 3, 1}, nullptr, nullptr};
  const HostBlock block{&launch,   &huge[1], {2 * side / 8, side / 4 - 1, 0}, {2 * side / 8 + 1, side / 4, 1},
                        {8, 4, 2}, &thread};
  const host_kernel::BlockPoint outside(block);
  EXPECT_EQ(outside.index, (Index{2 * side + 6, side + 4, 8}));
  EXPECT_FALSE(outside.inside);
  const Layout layout = grid_layout({{-3, -3, -3}, {side, side, 4}}, 8, 3);
  EXPECT_EQ(layout.index(side - 1, side - 1, 3) - layout.index(-3, -3, -3),
            side + 2 + (side + 2) * layout.stride[1] + 6 * layout.stride[2]);
  EXPECT_GT(layout.index(side - 1, side - 1, 3), 1L << 31);
  EXPECT_GT(layout.size, layout.index(side - 1, side - 1, 3));
}

TEST(HugeLaunches, AreSharedOutWhole) {
  static std::mutex mutex;
  static std::vector<std::pair<long, long>> parts;
  parts.clear();
  const LaunchBox deep{{{0, 0, 0}, {side, side, 1L << 13}}, {0, 0, 0}, {0, 0, 0}};
  const auto backend = make_host_backend("threads", 3, SearchPath::standard());
  HostLaunch launch;
  launch.boxes = &deep;
  launch.n_boxes = 1;
  launch.backend = backend.get();
  host_kernel::over_rows(launch, [](const HostLaunch&, const LaunchBox&, long first, long last) {
    const std::lock_guard lock(mutex);
    parts.emplace_back(first, last);
  });
  std::sort(parts.begin(), parts.end());
  long covered = 0;
  for (const auto& [first, last] : parts) {
    EXPECT_EQ(first, covered);
    covered = last;
  }
  EXPECT_EQ(covered, 1L << 33);
}

} // namespace huge_test
} // namespace nopal::test
