// Values at points that a function asks for: Call::interpolate().

#include "fake_context.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace {

using testing::HasSubstr;

TEST(CallInterpolation, GivesValuesAtPoints) {
  FakeContext context; // grid points at 0, 1/8, ..., 1
  const Call call(context);
  auto* const rho =
      reinterpret_cast<double*>(context.host_data({*context.services_.variables().find_variable("wave::rho")}));
  for (long i = 0; i <= 8; ++i) rho[context.layout(0).origin() + i] = static_cast<double>(i * i);
  const PointValues values =
      call.interpolate({"rho", "other::u"}, std::vector<double>{0.1, 0.25, 1.0}, Interpolation::quadratic);
  ASSERT_EQ(values.points(), 3u);
  EXPECT_NEAR(values.at<double>(0, 0), 0.64, 1e-15);
  EXPECT_EQ(values.at<double>(0, 1), 4);
  EXPECT_TRUE(values.is_of_one_grid_point(1) && values.is_of_one_grid_point(2));
  EXPECT_FALSE(values.is_of_one_grid_point(0));
  EXPECT_EQ(values.all(1), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(call.interpolate({"rho"}, {}, Interpolation::linear).points(), 0u);
  EXPECT_EQ(error_of_call([](Call& call) { call.interpolate({"phi@1"}, {}, Interpolation::linear); }), "");
}

TEST(CallInterpolation, MustBeDeclared) {
  const auto error = [](const char* name, const std::vector<double>& points) {
    return error_of_call([&](Call& call) { call.interpolate({name}, points, Interpolation::nearest); });
  };
  EXPECT_EQ(error("psi@1", {0.5}), "wave.yaml:20:5: wave::step asks to interpolate wave::psi@1, but its declaration "
                                   "does not say so: add \"psi@1\" to "
                                   "interpolates: of function \"step\" here");
  EXPECT_THAT(error("count", {0.5}),
              HasSubstr("asks to interpolate wave::count@0, but only grid functions have values at "
                        "points"));
  EXPECT_EQ(error("rho", {0.5, 1.1}),
            "wave.yaml:20:5: wave::step interpolates at point 1, (1.1), whose coordinate along x is 1.1, outside the "
            "grid, which extends from 0 to 1 and half a spacing beyond");
  EXPECT_EQ(error("rho", {1.05}), "");
  EXPECT_EQ(
      error_of_call([](Call& call) { call.only_part().read<double>("rho"); }),
      "wave.yaml:20:5: wave::step asks to read wave::rho@0, but its declaration allows only call.interpolate() of "
      "it: add \"rho@0\" to reads: of function \"step\" here");
}

TEST(CallInterpolation, OfTheInteriorNeedsNoBoundaryPoint) {
  const auto error = [](double point, Interpolation interpolation) {
    return error_of_call([&](Call& call) { call.interpolate({"inner"}, std::vector<double>{point}, interpolation); });
  };
  EXPECT_EQ(error(0.125, Interpolation::nearest), "");
  EXPECT_EQ(error(0.2, Interpolation::linear), "");
  EXPECT_EQ(
      error(0.1, Interpolation::linear),
      "wave.yaml:20:5: wave::step asks to interpolate wave::inner@0 at a point that needs the boundary point (0), "
      "but its clause says \"(interior)\": remove that, or choose points inside");
  EXPECT_THAT(error(0.8, Interpolation::quintic), HasSubstr("needs the boundary point (8)"));
}

} // namespace
} // namespace nopal::test
