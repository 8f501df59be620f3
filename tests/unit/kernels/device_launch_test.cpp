// Tables of launch boxes. The tests look up points as the generated sources do.

#include "core/kernels/device_launch.hpp"

#include <gmock/gmock.h>

#include <map>

namespace nopal::test {
namespace device_launch_test {

using ::testing::ElementsAre;

const std::vector<LaunchBox> boxes = {
    {{{0, 0, 0}, {101, 37, 5}}, {0, 0, 0}, {0, 0, 0}},    {{{-3, -2, -1}, {0, 40, 9}}, {-1, 0, 0}, {100, 0, 0}},
    {{{5, 5, 5}, {5, 9, 9}}, {1, 1, 1}, {0, 0, 0}},       {{{7, 50, 0}, {1000, 51, 1}}, {0, 1, 0}, {0, -50, 0}},
    {{{200, 0, 0}, {201, 1, 300}}, {1, 0, 0}, {0, 0, 0}}, {{{300, 0, 0}, {301, 1, 1}}, {1, -1, 0}, {0, 0, 0}},
};

// Box, then the point.
using Visits = std::map<std::pair<long, Index>, int>;

Visits expected() {
  Visits visits;
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    const Box& box = boxes[b].box;
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i) visits[{boxes[b].normal[0], {i, j, k}}] = 1;
  }
  return visits;
}

const DeviceBox& find_box(const FlatBoxes& flat, std::int64_t item) {
  const DeviceBox* box = flat.boxes.data();
  for (std::int64_t b = 1; b < flat.n_boxes; ++b) {
    const DeviceBox* next = &flat.boxes[static_cast<std::size_t>(b)];
    if (next->first <= item) box = next;
  }
  return *box;
}

TEST(DeviceLaunch, RowsVisitEachPointOnce) {
  const FlatBoxes flat = flatten_rows(boxes);
  EXPECT_EQ(flat.n_boxes, 5);
  EXPECT_EQ(flat.boxes.size(), 5U);
  Visits visits;
  for (std::int64_t item = 0; item < flat.n_items; ++item) {
    const DeviceBox& box = find_box(flat, item);
    const std::int64_t part = item - box.first;
    const long lower_j = box.lower[1] + (part % box.n_1 << box.shift_1);
    const long k = box.lower[2] + part / box.n_1;
    for (long j = lower_j; j < std::min(lower_j + (1L << box.shift_1), box.upper[1]); ++j)
      for (long i = box.lower[0]; i < box.upper[0]; ++i) ++visits[{box.normal[0], {i, j, k}}];
  }
  EXPECT_EQ(visits, expected());
}

TEST(DeviceLaunch, ShortRowsGoTogether) {
  const auto items = [](const Index& extents) {
    const LaunchBox box{{{0, 0, 0}, extents}, {0, 0, 0}, {0, 0, 0}};
    return flatten_rows({&box, 1}).n_items;
  };
  EXPECT_EQ(items({200, 200, 200}), 200 * 200);
  EXPECT_EQ(items({1, 200, 200}), 4 * 200) << "64 rows of one point";
  EXPECT_EQ(items({3, 200, 200}), 7 * 200) << "32 rows of three points";
  EXPECT_EQ(items({1, 1, 200}), 200);
}

class Threads : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(PowersOfTwo, Threads, ::testing::Values(1, 2, 32, 64, 256, 1024));

TEST_P(Threads, GroupsVisitEachPointOnce) {
  const std::int64_t threads = GetParam();
  const FlatBoxes flat = flatten_points(boxes, GetParam());
  Visits visits;
  for (std::int64_t group = 0; group < flat.n_items; ++group) {
    const DeviceBox& box = find_box(flat, group);
    const std::int64_t tile = group - box.first;
    const std::int64_t tiles_i = box.n_1, tiles_j = box.n_2;
    const std::int64_t size_i = 1L << box.shift_1, size_j = 1L << box.shift_2;
    const std::int64_t size_k = threads / (size_i * size_j);
    ASSERT_EQ(size_i * size_j * size_k, threads);
    for (std::int64_t t = 0; t < threads; ++t) {
      const Index at{box.lower[0] + tile % tiles_i * size_i + t % size_i,
                     box.lower[1] + tile / tiles_i % tiles_j * size_j + t / size_i % size_j,
                     box.lower[2] + tile / tiles_i / tiles_j * size_k + t / size_i / size_j};
      const Box whole{{box.lower[0], box.lower[1], box.lower[2]}, {box.upper[0], box.upper[1], box.upper[2]}};
      if (whole.contains(at)) ++visits[{box.normal[0], at}];
    }
  }
  EXPECT_EQ(visits, expected());
}

// Box and i, j of each column.
Visits expected_columns() {
  Visits columns;
  for (const auto& [visit, count] : expected()) columns[{visit.first, {visit.second[0], visit.second[1], 0}}] = 1;
  return columns;
}

TEST(DeviceLaunch, RowsOfAKernelWithAnOrderVisitEachColumnOnce) {
  const FlatBoxes flat = flatten_rows(boxes, VerticalOrder::forward);
  Visits visits;
  for (std::int64_t item = 0; item < flat.n_items; ++item) {
    const DeviceBox& box = find_box(flat, item);
    const long j = box.lower[1] + (item - box.first) % box.n_1;
    for (long i = box.lower[0]; i < box.upper[0]; ++i) ++visits[{box.normal[0], {i, j, 0}}];
  }
  EXPECT_EQ(visits, expected_columns());
}

TEST_P(Threads, GroupsOfAKernelWithAnOrderVisitEachColumnOnce) {
  const std::int64_t threads = GetParam();
  const FlatBoxes flat = flatten_points(boxes, GetParam(), VerticalOrder::backward);
  Visits visits;
  for (std::int64_t group = 0; group < flat.n_items; ++group) {
    const DeviceBox& box = find_box(flat, group);
    const std::int64_t tile = group - box.first;
    const std::int64_t size_i = 1L << box.shift_1, size_j = 1L << box.shift_2;
    ASSERT_EQ(size_i * size_j, threads);
    for (std::int64_t t = 0; t < threads; ++t) {
      const long i = box.lower[0] + tile % box.n_1 * size_i + t % size_i;
      const long j = box.lower[1] + tile / box.n_1 % box.n_2 * size_j + t / size_i;
      if (i < box.upper[0] && j < box.upper[1]) ++visits[{box.normal[0], {i, j, 0}}];
    }
  }
  EXPECT_EQ(visits, expected_columns());
}

TEST(DeviceLaunch, ThinBoxesKeepMostWorkItemsBusy) {
  for (const Box& box : {Box{{0, 0, 0}, {1, 200, 200}}, Box{{0, 0, 0}, {200, 1, 200}}, Box{{0, 0, 0}, {200, 200, 1}},
                         Box{{0, 0, 0}, {1, 1, 4096}}}) {
    const LaunchBox launch{box, {}, {}};
    const FlatBoxes flat = flatten_points({&launch, 1});
    EXPECT_LT(flat.n_items * default_threads, 2 * box.points()) << box.text();
  }
}

TEST(DeviceLaunch, BlocksCoverEachPointOnce) {
  for (const Index& threads : {Index{1, 1, 1}, Index{8, 8, 1}, Index{3, 5, 2}, Index{256, 1, 1}}) {
    const FlatBoxes flat = flatten_blocks(boxes, threads);
    Visits visits;
    std::int64_t blocks = 0;
    for (std::int64_t entry = 0; entry < flat.n_boxes; ++entry) {
      const DeviceBox& box = flat.boxes[static_cast<std::size_t>(entry)];
      for (std::int64_t item = 0; item < flat.n_items; ++item) {
        const std::int64_t block = box.first + item;
        if (block >= box.end) continue;
        ++blocks;
        const std::int64_t along[] = {block % box.n_1, block / box.n_1 % box.n_2, block / box.n_1 / box.n_2};
        Box covered;
        for (int axis = 0; axis < 3; ++axis) {
          covered.lower[axis] = box.lower[axis] + along[axis] * threads[axis];
          covered.upper[axis] = std::min(covered.lower[axis] + threads[axis], box.upper[axis]);
        }
        for (long k = covered.lower[2]; k < covered.upper[2]; ++k)
          for (long j = covered.lower[1]; j < covered.upper[1]; ++j)
            for (long i = covered.lower[0]; i < covered.upper[0]; ++i) ++visits[{box.normal[0], {i, j, k}}];
      }
    }
    EXPECT_EQ(visits, expected());
    EXPECT_LT(flat.n_items * flat.n_boxes, 2 * blocks) << "groups without a block";
  }
}

TEST(DeviceLaunch, ThinBoxesOfAKernelWithAnOrderKeepMostWorkItemsBusy) {
  for (const Box& box : {Box{{0, 0, 0}, {1, 4096, 20}}, Box{{0, 0, 0}, {4096, 1, 20}}, Box{{0, 0, 0}, {64, 64, 1}}}) {
    const LaunchBox launch{box, {}, {}};
    const FlatBoxes flat = flatten_points({&launch, 1}, default_threads, VerticalOrder::forward);
    EXPECT_LT(flat.n_items * default_threads, 2 * box.extent(0) * box.extent(1)) << box.text();
  }
}

TEST(DeviceLaunch, CarriesNormalsAndImages) {
  for (const FlatBoxes& flat : {flatten_rows(boxes), flatten_points(boxes), flatten_blocks(boxes, {200, 200, 200})}) {
    const DeviceBox& second = flat.boxes[1];
    EXPECT_EQ(second.normal[0], -1);
    EXPECT_EQ(second.image[0], 100);
    EXPECT_EQ(second.lower[1], -2);
    EXPECT_EQ(second.upper[1], 40);
  }
}

TEST(DeviceLaunch, NothingIsAnEmptyLaunch) {
  for (const FlatBoxes& flat : {flatten_rows({}), flatten_points({}), flatten_points({boxes.data() + 2, 1}),
                                flatten_blocks({}, {4, 4, 4}), flatten_blocks({boxes.data() + 2, 1}, {4, 4, 4})}) {
    EXPECT_EQ(flat.n_boxes, 0);
    EXPECT_EQ(flat.n_items, 0);
    EXPECT_TRUE(flat.boxes.empty());
  }
}

TEST(DeviceLaunch, ConstantsOfMissingAxesTakeNoPart) {
  KernelGrid grid;
  grid.lower = {-1, 7, 7};
  grid.centre = {0.5, 0.5, 0.5};
  grid.spacing = {0.1, 1, 1};
  grid.exists = {1, 0, 0};
  grid.dimension = 1;
  const Layout layout = grid_layout({{-1, 0, 0}, {12, 1, 1}}, 0, 1);
  const LaunchConstants constants = launch_constants(grid, {2.5, 0.25, 10}, flatten_rows(boxes));
  const FieldShape shape = field_shape(layout);
  EXPECT_THAT(constants.lower, ElementsAre(-1, 0, 0));
  EXPECT_THAT(constants.centre, ElementsAre(0.5, 0, 0));
  EXPECT_THAT(constants.spacing, ElementsAre(0.1, 1, 1));
  EXPECT_EQ(shape.stride_j, 0);
  EXPECT_EQ(shape.stride_k, 0);
  EXPECT_EQ(shape.origin, layout.origin());
  EXPECT_EQ(constants.time, 2.5);
  EXPECT_EQ(constants.dt, 0.25);
  EXPECT_EQ(constants.iteration, 10);
  EXPECT_EQ(constants.dimension, 1);
  EXPECT_EQ(constants.n_boxes, 5);
}

} // namespace device_launch_test
} // namespace nopal::test
