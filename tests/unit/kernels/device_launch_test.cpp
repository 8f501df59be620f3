// Launch boxes as integers, looked up as the generated sources look them up.

#include "core/kernels/device_launch.hpp"

#include <gtest/gtest.h>

#include <map>

namespace nopal::test {
namespace {

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

const std::int64_t* find_box(const FlatBoxes& flat, std::int64_t item) {
  const std::int64_t* box = flat.words.data();
  for (std::int64_t b = 1; b < flat.n_boxes; ++b) {
    const std::int64_t* next = flat.words.data() + b * box_word::count;
    if (next[box_word::first] <= item) box = next;
  }
  return box;
}

TEST(DeviceLaunch, RowsVisitEachPointOnce) {
  const FlatBoxes flat = flatten_rows(boxes);
  EXPECT_EQ(flat.n_boxes, 5);
  EXPECT_EQ(static_cast<std::int64_t>(flat.words.size()), 5 * box_word::count);
  Visits visits;
  for (std::int64_t item = 0; item < flat.n_items; ++item) {
    const std::int64_t* box = find_box(flat, item);
    const std::int64_t row = item - box[box_word::first];
    const long j = box[box_word::lower + 1] + row % box[box_word::n_1];
    const long k = box[box_word::lower + 2] + row / box[box_word::n_1];
    for (long i = box[box_word::lower]; i < box[box_word::upper]; ++i) ++visits[{box[box_word::normal], {i, j, k}}];
  }
  EXPECT_EQ(visits, expected());
}

class Threads : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(PowersOfTwo, Threads, ::testing::Values(1, 2, 32, 64, 256, 1024));

TEST_P(Threads, GroupsVisitEachPointOnce) {
  const std::int64_t threads = GetParam();
  const FlatBoxes flat = flatten_points(boxes, GetParam());
  Visits visits;
  for (std::int64_t group = 0; group < flat.n_items; ++group) {
    const std::int64_t* box = find_box(flat, group);
    const std::int64_t tile = group - box[box_word::first];
    const std::int64_t tiles_i = box[box_word::n_1], tiles_j = box[box_word::n_2];
    const std::int64_t size_i = 1L << box[box_word::shift_1], size_j = 1L << box[box_word::shift_2];
    const std::int64_t size_k = threads / (size_i * size_j);
    ASSERT_EQ(size_i * size_j * size_k, threads);
    for (std::int64_t t = 0; t < threads; ++t) {
      const Index at{box[0] + tile % tiles_i * size_i + t % size_i,
                     box[1] + tile / tiles_i % tiles_j * size_j + t / size_i % size_j,
                     box[2] + tile / tiles_i / tiles_j * size_k + t / size_i / size_j};
      const Box whole{{box[0], box[1], box[2]}, {box[3], box[4], box[5]}};
      if (whole.contains(at)) ++visits[{box[box_word::normal], at}];
    }
  }
  EXPECT_EQ(visits, expected());
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
      const std::int64_t* box = flat.words.data() + entry * box_word::count;
      for (std::int64_t item = 0; item < flat.n_items; ++item) {
        const std::int64_t block = box[box_word::first] + item;
        if (block >= box[box_word::end]) continue;
        ++blocks;
        const std::int64_t along[] = {block % box[box_word::n_1], block / box[box_word::n_1] % box[box_word::n_2],
                                      block / box[box_word::n_1] / box[box_word::n_2]};
        Box covered;
        for (int axis = 0; axis < 3; ++axis) {
          covered.lower[axis] = box[box_word::lower + axis] + along[axis] * threads[axis];
          covered.upper[axis] = std::min(covered.lower[axis] + threads[axis], box[box_word::upper + axis]);
        }
        for (long k = covered.lower[2]; k < covered.upper[2]; ++k)
          for (long j = covered.lower[1]; j < covered.upper[1]; ++j)
            for (long i = covered.lower[0]; i < covered.upper[0]; ++i) ++visits[{box[box_word::normal], {i, j, k}}];
      }
    }
    EXPECT_EQ(visits, expected());
    EXPECT_LT(flat.n_items * flat.n_boxes, 2 * blocks) << "groups without a block";
  }
}

TEST(DeviceLaunch, CarriesNormalsAndImages) {
  for (const FlatBoxes& flat : {flatten_rows(boxes), flatten_points(boxes), flatten_blocks(boxes, {200, 200, 200})}) {
    const std::int64_t* second = flat.words.data() + box_word::count;
    EXPECT_EQ(second[box_word::normal], -1);
    EXPECT_EQ(second[box_word::image], 100);
    EXPECT_EQ(second[box_word::lower + 1], -2);
    EXPECT_EQ(second[box_word::upper + 1], 40);
  }
}

TEST(DeviceLaunch, NothingIsAnEmptyLaunch) {
  for (const FlatBoxes& flat : {flatten_rows({}), flatten_points({}), flatten_points({boxes.data() + 2, 1}),
                                flatten_blocks({}, {4, 4, 4}), flatten_blocks({boxes.data() + 2, 1}, {4, 4, 4})}) {
    EXPECT_EQ(flat.n_boxes, 0);
    EXPECT_EQ(flat.n_items, 0);
    EXPECT_TRUE(flat.words.empty());
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
  const LaunchConstants constants = launch_constants(grid, {2.5, 0.25, 10}, layout, flatten_rows(boxes));
  EXPECT_EQ(constants.lower[0], -1);
  EXPECT_EQ(constants.lower[1], 0);
  EXPECT_EQ(constants.centre[0], 0.5);
  EXPECT_EQ(constants.centre[2], 0);
  EXPECT_EQ(constants.spacing[2], 1);
  EXPECT_EQ(constants.stride[0], 1);
  EXPECT_EQ(constants.stride[1], 0);
  EXPECT_EQ(constants.origin, layout.origin());
  EXPECT_EQ(constants.time, 2.5);
  EXPECT_EQ(constants.dt, 0.25);
  EXPECT_EQ(constants.iteration, 10);
  EXPECT_EQ(constants.dimension, 1);
  EXPECT_EQ(constants.n_boxes, 5);
}

} // namespace
} // namespace nopal::test
