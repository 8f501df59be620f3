// Launches of different shapes: blocks that do not divide the points, no points, one point, several boxes.

#include "on_all.hpp"

#include "core/kernels/block_shape.hpp"
#include "core/kernels/host_kernel.hpp"

namespace nopal::test {
namespace {

class Shapes : public OnBackend {};
INSTANTIATE_TEST_SUITE_P(On, Shapes, all_backends(), backend_name);

TEST_P(Shapes, BlocksNeedNotDivideThePoints) {
  for (const std::int64_t tile : {1, 3, 5}) {
    if (tile > 1 && !Scene::has_threads(GetParam())) continue;
    Scene serial("serial"), other(GetParam(), {{"tile", tile}});
    serial.run("transpose");
    other.run("transpose");
    EXPECT_EQ(serial.bytes("a_turned"), other.bytes("a_turned")) << tile;
    serial.run("tiled_stencil");
    other.run("tiled_stencil");
    EXPECT_EQ(serial.bytes("v"), other.bytes("v")) << tile;
  }
}

TEST_P(Shapes, NoPointsAreNoLaunch) {
  const std::vector<std::byte> before = scene.bytes("v");
  const LaunchBox empty[] = {{{{1, 1, 1}, {1, 5, 5}}, {0, 0, 0}, {0, 0, 0}},
                             {{{4, 4, 4}, {9, 2, 9}}, {0, 0, 0}, {0, 0, 0}}};
  for (const char* kernel : {"tiled_stencil", "stencil_3d"}) {
    scene.run_over(kernel, {});
    scene.run_over(kernel, empty);
    EXPECT_EQ(scene.bytes("v"), before) << kernel;
  }
}

TEST_P(Shapes, OnePoint) {
  const LaunchBox one[] = {{{{5, 3, 4}, {6, 4, 5}}, {0, 0, 0}, {0, 0, 0}}};
  Scene serial("serial");
  for (const char* kernel : {"tiled_stencil", "stencil_3d"}) {
    const double before = scene.at("v", 5, 3, 4), beside = scene.at("v", 6, 3, 4);
    serial.run_over(kernel, one);
    scene.run_over(kernel, one);
    EXPECT_NE(scene.at("v", 5, 3, 4), before) << kernel;
    EXPECT_EQ(scene.at("v", 6, 3, 4), beside) << kernel;
    EXPECT_EQ(scene.bytes("v"), serial.bytes("v")) << kernel;
  }
}

TEST_P(Shapes, AllFacesInOneLaunch) {
  const std::vector<LaunchBox> faces = launch_boxes(scene.decomposition, 0, Region::boundary);
  ASSERT_GT(faces.size(), 6U);
  std::vector<LaunchBox> with_empty = faces;
  with_empty.insert(with_empty.begin() + 3, {.box = {{2, 2, 2}, {2, 2, 2}}, .normal = {}, .image = {}});
  scene.run_over("faces", with_empty);
  for (const LaunchBox& face : faces)
    for (long k = face.box.lower[2]; k < face.box.upper[2]; ++k)
      for (long j = face.box.lower[1]; j < face.box.upper[1]; ++j)
        for (long i = face.box.lower[0]; i < face.box.upper[0]; ++i) {
          const double normals = 2.0 * face.normal[0] + 3.0 * face.normal[1] + 5.0 * face.normal[2];
          const double x = host_kernel::coordinate(scene.grid, 0, i);
          ASSERT_NEAR(scene.at("v", i, j, k), scene.at("u", i, j, k) + normals + x, 1e-14)
              << i << ", " << j << ", " << k;
        }
}

TEST_P(Shapes, EachBlockOfUnequalBoxesRunsOnce) {
  const long tile = scene.parameters.integer("conformance::tile");
  std::vector<LaunchBox> unequal = launch_boxes(scene.decomposition, 0, Region::boundary);
  const std::vector<LaunchBox> interior = launch_boxes(scene.decomposition, 0, Region::interior);
  unequal.insert(unequal.begin() + 3, interior.begin(), interior.end());
  scene.zero("count");
  scene.run_over("count_blocks", unequal);
  std::int64_t blocks = 0, places = 0;
  for (const LaunchBox& box : unequal) {
    const Index along = blocks_over(box.box, {tile, tile, tile});
    for (long k = 0; k < along[2]; ++k)
      for (long j = 0; j < along[1]; ++j)
        for (long i = 0; i < along[0]; ++i, ++blocks) places += 1 + i + 10 * j + 100 * k;
  }
  EXPECT_EQ(scene.data<std::int64_t>("count")[0], blocks);
  EXPECT_EQ(scene.data<std::int64_t>("count")[1], places);
}

TEST_P(Shapes, MoreBoxesThanAnAxisOfALaunchTakes) {
  Scene other(GetParam(), {{"tile", 1}});
  const std::vector<LaunchBox> points(70'000, {{{2, 2, 2}, {3, 3, 3}}, {0, 0, 0}, {0, 0, 0}});
  other.zero("count");
  other.run_over("count_blocks", points);
  EXPECT_EQ(other.data<std::int64_t>("count")[0], 70'000);
}

TEST_P(Shapes, CoordinatesBesideTheGridAreThatOfItsPlane) {
  for (int dimension = 1; dimension <= 3; ++dimension) {
    Scene serial("serial", {}, dimension), other(GetParam(), {}, dimension);
    serial.run("places");
    other.run("places");
    EXPECT_EQ(serial.bytes("a"), other.bytes("a")) << dimension;
    EXPECT_EQ(serial.data<double>("a")[0] == serial.data<double>("a")[37], dimension == 1) << "y";
  }
}

} // namespace
} // namespace nopal::test
