// Compares block kernels on every backend with plain loops.

#include "on_all.hpp"

namespace nopal::test {
namespace {

class Blocks : public OnBackend {};
INSTANTIATE_TEST_SUITE_P(On, Blocks, all_backends(), backend_name);

TEST_P(Blocks, TransposeThroughSharedTiles) {
  const long rows = 37, inner = 29;
  scene.run("transpose");
  const double* a = scene.data<double>("a");
  const double* turned = scene.data<double>("a_turned");
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < inner; ++j) ASSERT_EQ(turned[j + i * inner], a[i + j * rows]) << i << ", " << j;
}

TEST_P(Blocks, MultiplyMatricesTileByTile) {
  const long rows = 37, inner = 29, columns = 41;
  scene.run("product");
  const double *a = scene.data<double>("a"), *b = scene.data<double>("b"), *c = scene.data<double>("c");
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j) {
      double sum = 0;
      for (long m = 0; m < inner; ++m) sum += a[i + m * rows] * b[m + j * inner];
      ASSERT_EQ(c[i + j * rows], sum) << i << ", " << j;
    }
}

TEST_P(Blocks, CountIntoAHistogram) {
  const long length = 1000, bins = 17;
  const std::int64_t* ints = scene.data<std::int64_t>("ints");
  std::vector<std::int64_t> expected(scene.data<std::int64_t>("count"), scene.data<std::int64_t>("count") + bins);
  for (long n = 0; n < length; ++n) ++expected[static_cast<std::size_t>(ints[n] % bins)];
  scene.run("histogram");
  const std::int64_t* count = scene.data<std::int64_t>("count");
  EXPECT_THAT(std::vector<std::int64_t>(count, count + bins), testing::ElementsAreArray(expected));
}

TEST_P(Blocks, ComputeAStencilThroughASharedTile) {
  scene.run("tiled_stencil");
  const Layout& layout = scene.memory->layout(scene.number("u"));
  const auto* u = reinterpret_cast<const double*>(scene.memory->data({scene.number("u"), 0}));
  const auto* v = reinterpret_cast<const double*>(scene.memory->data({scene.number("v"), 0}));
  const auto second = [&](long at, int axis) {
    const long s = layout.stride[axis];
    const double d = scene.grid.spacing[axis];
    return (u[at + s] - 2.0 * u[at] + u[at - s]) / (d * d);
  };
  const Box interior = scene.decomposition.interior(0);
  for (long k = interior.lower[2]; k < interior.upper[2]; ++k)
    for (long j = interior.lower[1]; j < interior.upper[1]; ++j)
      for (long i = interior.lower[0]; i < interior.upper[0]; ++i) {
        const long at = layout.index(i, j, k);
        ASSERT_EQ(v[at], second(at, 0) + second(at, 1) + second(at, 2)) << i << ", " << j << ", " << k;
      }
}

} // namespace
} // namespace nopal::test
