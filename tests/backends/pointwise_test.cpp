// Pointwise kernels on every backend have the bits of the serial backend.

#include "on_all.hpp"

namespace nopal::test {
namespace {

class Pointwise : public OnBackend {};
INSTANTIATE_TEST_SUITE_P(On, Pointwise, all_backends(), backend_name);

TEST_P(Pointwise, StencilsInOneToThreeDimensions) {
  for (int dimension = 1; dimension <= 3; ++dimension) {
    const std::string kernel = "stencil_" + std::to_string(dimension) + "d";
    Scene serial("serial", {}, dimension), other(GetParam(), {}, dimension);
    const std::vector<std::byte> before = serial.bytes("v");
    serial.run(kernel);
    other.run(kernel);
    EXPECT_NE(serial.bytes("v"), before) << kernel;
    EXPECT_EQ(serial.bytes("v"), other.bytes("v")) << kernel;
  }
}

TEST_P(Pointwise, Triad) {
  scene.run("triad");
  const Box interior = scene.decomposition.interior(0);
  for (long k = interior.lower[2]; k < interior.upper[2]; ++k)
    for (long j = interior.lower[1]; j < interior.upper[1]; ++j)
      for (long i = interior.lower[0]; i < interior.upper[0]; ++i)
        ASSERT_EQ(scene.at("u", i, j, k), scene.at("v", i, j, k) + 3.0 * scene.at("w", i, j, k));
}

double square(double a) { return a * a; }
double choose(long n, double a) {
  double product = 1.0;
  for (long m = 0; m < ((n % 3) + 3) % 3; ++m) product *= square(square(a));
  return n % 2 != 0 ? product : -square(product + 1.0);
}

TEST_P(Pointwise, FunctionsThatCallFunctions) {
  scene.run("nested");
  const Box interior = scene.decomposition.interior(0);
  for (long k = interior.lower[2]; k < interior.upper[2]; ++k)
    for (long j = interior.lower[1]; j < interior.upper[1]; ++j)
      for (long i = interior.lower[0]; i < interior.upper[0]; ++i)
        ASSERT_EQ(scene.at("v", i, j, k), choose(i - 5 * j + k, scene.at("u", i, j, k))) << i << ", " << j << ", " << k;
}

TEST_P(Pointwise, FunctionsThatCallFunctionsInBlocks) {
  scene.run("nested_in_blocks");
  for (long n = 0; n < 1000; ++n)
    ASSERT_EQ(scene.data<double>("sums")[n],
              choose(scene.data<std::int64_t>("ints")[n] - 500, scene.data<double>("list")[n]))
        << n;
}

} // namespace
} // namespace nopal::test
