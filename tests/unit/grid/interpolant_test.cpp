#include "core/grid/interpolant.hpp"

#include "core/base/error.hpp"
#include "core/grid/nearest.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace nopal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr Interpolation polynomials[] = {Interpolation::linear, Interpolation::quadratic, Interpolation::cubic,
                                         Interpolation::quartic, Interpolation::quintic};

int order_of(Interpolation interpolation) { return static_cast<int>(interpolation); }

Domain line(long cells, bool periodic = false, Centering centering = Centering::vertex) {
  DomainSpec spec;
  spec.dimension = 1;
  spec.lower = {-0.3, 0, 0};
  spec.upper = {0.7, 0, 0};
  spec.cells = {cells, 1, 1};
  spec.periodic = {periodic, false, false};
  spec.centering = centering;
  return Domain(spec);
}

AxisInterpolant along_x(const Domain& domain, double x, Interpolation interpolation) {
  EXPECT_TRUE(reaches(domain, 0, x, interpolation)) << x;
  return interpolant(domain, &x, interpolation).axes[0];
}

std::vector<long> indices(const AxisInterpolant& axis) { return {axis.index.begin(), axis.index.begin() + axis.n}; }

template <class Function> double value_at(const Domain& domain, double x, Interpolation how, Function&& function) {
  const Interpolant found = interpolant(domain, &x, how);
  std::vector<double> values;
  found.for_each([&](const Index& p) { values.push_back(function(domain.coordinate(0, p[0]))); });
  return found.sum(values.data());
}

/// Coordinates all over a line, also next to its faces and halfway between grid points.
std::vector<double> places() {
  std::vector<double> all{-0.3, -0.29, 0.7, 0.699, -0.25, 0.25};
  for (int p = 1; p < 40; ++p) all.push_back(-0.3 + std::fmod(0.618033988749895 * p, 1.0));
  return all;
}

TEST(Interpolant, WordsAreThoseOfTheOrders) {
  EXPECT_EQ(interpolation_words(), "nearest, linear, quadratic, cubic, quartic, quintic");
  EXPECT_EQ(interpolation_from("nearest"), Interpolation::nearest);
  EXPECT_EQ(interpolation_from("quintic"), Interpolation::quintic);
  EXPECT_EQ(order_of(interpolation_from("quartic")), 4);
  EXPECT_FALSE(interpolation_named("septic"));
  try {
    interpolation_from("septic");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"septic\" is no interpolation; the words are nearest, linear, quadratic"));
  }
}

TEST(Interpolant, PolynomialsUpToTheOrderAreExactAndThoseBeyondAreNot) {
  for (const auto centering : {Centering::vertex, Centering::cell})
    for (const Interpolation how : polynomials) {
      const Domain domain = line(10, false, centering);
      for (int degree = 0; degree <= order_of(how) + 1; ++degree) {
        const auto power = [&](double x) { return std::pow(2 * x + 0.3, degree); };
        double largest = 0;
        for (const double x : places())
          if (reaches(domain, 0, x, how))
            largest = std::max(largest, std::abs(value_at(domain, x, how, power) - power(x)));
        if (degree <= order_of(how))
          EXPECT_LT(largest, 1e-13) << order_of(how) << ' ' << degree;
        else
          EXPECT_GT(largest, 1e-6) << order_of(how);
      }
    }
}

TEST(Interpolant, TheErrorFallsWithThePowerOfTheSpacingAboveTheOrder) {
  const auto wave = [](double x) { return std::sin(2 * std::numbers::pi * x + 0.3); };
  for (const bool periodic : {false, true})
    for (const Interpolation how : polynomials) {
      const auto error = [&](long cells) {
        const Domain domain = line(cells, periodic);
        double sum = 0;
        for (int p = 0; p < 200; ++p) {
          const double x = -0.3 + std::fmod(0.618033988749895 * p, 1.0);
          sum += std::abs(value_at(domain, x, how, wave) - wave(x));
        }
        return sum;
      };
      EXPECT_NEAR(std::log2(error(20) / error(80)) / 2, order_of(how) + 1, 0.25) << order_of(how) << periodic;
    }
}

TEST(Interpolant, ThreePointsLieAroundTheNearestOneAndFourAroundTheInterval) {
  const Domain domain = line(10); // points at -0.3, -0.2, ...
  EXPECT_THAT(indices(along_x(domain, 0.12, Interpolation::linear)), ElementsAre(4, 5));
  EXPECT_THAT(indices(along_x(domain, 0.12, Interpolation::quadratic)), ElementsAre(3, 4, 5));
  EXPECT_THAT(indices(along_x(domain, 0.18, Interpolation::quadratic)), ElementsAre(4, 5, 6));
  EXPECT_THAT(indices(along_x(domain, 0.12, Interpolation::cubic)), ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(indices(along_x(domain, 0.12, Interpolation::quartic)), ElementsAre(2, 3, 4, 5, 6));
  EXPECT_THAT(indices(along_x(domain, 0.18, Interpolation::quartic)), ElementsAre(3, 4, 5, 6, 7));
  EXPECT_THAT(indices(along_x(domain, 0.18, Interpolation::quintic)), ElementsAre(2, 3, 4, 5, 6, 7));
  // Halfway between 4 and 5: the lower one is in the middle, also if rounding puts the point a little above.
  for (const double x : {0.15, 0.15 + 1e-12, 0.15 - 1e-12}) {
    EXPECT_THAT(indices(along_x(domain, x, Interpolation::quadratic)), ElementsAre(3, 4, 5));
    EXPECT_THAT(indices(along_x(domain, x, Interpolation::quartic)), ElementsAre(2, 3, 4, 5, 6));
  }
}

TEST(Interpolant, AtFacesTheOutermostPointsAreTaken) {
  const Domain domain = line(10); // boundary points: 0 and 10
  for (const double x : {-0.29, 0.69}) {
    const bool low = x < 0;
    for (const Interpolation how : polynomials) {
      const std::vector<long> found = indices(along_x(domain, x, how));
      ASSERT_EQ(static_cast<int>(found.size()), order_of(how) + 1);
      EXPECT_EQ(low ? found.front() : found.back(), low ? 0 : 10) << order_of(how);
    }
  }
  EXPECT_FALSE(reaches(domain, 0, 0.701, Interpolation::quartic));
  EXPECT_FALSE(reaches(domain, 0, std::numeric_limits<double>::quiet_NaN(), Interpolation::quadratic));
}

TEST(Interpolant, AnAxisWithFewerPointsGivesAllOfThem) {
  const Domain domain = line(2);
  for (const Interpolation how : {Interpolation::cubic, Interpolation::quartic, Interpolation::quintic}) {
    EXPECT_THAT(indices(along_x(domain, 0.05, how)), ElementsAre(0, 1, 2));
    EXPECT_NEAR(value_at(domain, 0.05, how, [](double x) { return x * x; }), 0.0025, 1e-15);
  }
}

TEST(Interpolant, PeriodicAxesWrapAround) {
  const Domain domain = line(10, true); // points 0 to 9
  for (const double image : {-3.0, 0.0, 1000.0}) {
    EXPECT_THAT(indices(along_x(domain, -0.28 + image, Interpolation::quadratic)), ElementsAre(9, 0, 1));
    EXPECT_THAT(indices(along_x(domain, 0.68 + image, Interpolation::quadratic)), ElementsAre(9, 0, 1));
    EXPECT_THAT(indices(along_x(domain, 0.62 + image, Interpolation::quartic)), ElementsAre(7, 8, 9, 0, 1));
    EXPECT_THAT(indices(along_x(domain, 0.62 + image, Interpolation::quintic)), ElementsAre(7, 8, 9, 0, 1, 2));
  }
  // Cell-centred: the seam lies between the last point and the first.
  const Domain cells = line(10, true, Centering::cell);
  EXPECT_THAT(indices(along_x(cells, 0.69, Interpolation::quadratic)), ElementsAre(8, 9, 0));
  EXPECT_THAT(indices(along_x(cells, -0.29, Interpolation::quadratic)), ElementsAre(9, 0, 1));
}

TEST(Interpolant, OnAGridPointOnlyThatPointIsTaken) {
  for (const bool periodic : {false, true}) {
    const Domain domain = line(10, periodic);
    for (const Interpolation how : polynomials) {
      const AxisInterpolant found = along_x(domain, domain.coordinate(0, 7), how);
      EXPECT_THAT(indices(found), ElementsAre(7)) << order_of(how);
      EXPECT_EQ(found.weight[0], 1);
    }
  }
}

} // namespace
} // namespace nopal
