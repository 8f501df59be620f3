// Tests the values that the thorn tsv interpolates to points.

#include "tsv_run.hpp"

#include <cmath>
#include <limits>
#include <numbers>

using namespace nopal;
using namespace nopal::test;
using testing::HasSubstr;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

struct Values {
  std::vector<double> at_points;
  std::string text;
};

/// Returns the values at `points` of a grid function with the value function(x, y, z). Ghosts hold NaN, because nothing
/// may read them.
template <class Function> Values values_at(const DomainSpec& grid, const std::string& interpolation,
                                           const std::vector<double>& points, Function&& function) {
  FakeRun run("tsv", grid);
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  auto field = run.field<double>(phi);
  const Domain& domain = run.decomposition().domain();
  for_all_points(field.layout().box, [&](long i, long j, long k) {
    field(i, j, k) = domain.points().contains(Index{i, j, k})
                         ? function(domain.coordinate(0, i), domain.coordinate(1, j), domain.coordinate(2, k))
                         : no_number;
  });
  run.set("interpolation", interpolation);
  run.set_list("points", {"test::phi"});
  run.set_list("points_at", {points.begin(), points.end()});
  EXPECT_EQ(run.error_of("check"), "");
  run.call("points", {phi}, 1);
  Values values;
  values.text = run.text_of("points.tsv");
  std::istringstream row(last_row(values.text));
  double number = 0;
  row >> number >> number; // iteration, time
  for (std::string word; row >> word;) values.at_points.push_back(std::stod(word));
  return values;
}

DomainSpec grid_of(int dimension, Centering centering, bool periodic, long cells) {
  DomainSpec grid;
  grid.dimension = dimension;
  grid.centering = centering;
  for (int axis = 0; axis < dimension; ++axis) {
    grid.lower[axis] = -0.3;
    grid.upper[axis] = 0.7 + axis;
    grid.cells[axis] = cells + axis;
    grid.periodic[axis] = periodic;
  }
  return grid;
}

double wave(double x, double y, double z) {
  constexpr double tau = 2 * std::numbers::pi; // the axes are 1, 2 and 3 long
  return std::sin(tau * x + 0.3) * std::cos(tau * y / 2) + std::sin(tau * z / 3);
}

} // namespace

TEST(TsvPoints, AColumnAPointAndVariable) {
  FakeRun run("tsv", grid_2d());
  const int phi = run.add(GroupKind::gf, Type::real, "phi");
  const int mask = run.add(GroupKind::gf, Type::integer, "mask");
  const int psi = run.add(GroupKind::gf, Type::complex, "psi");
  fill(run, phi);
  auto integers = run.field<std::int64_t>(mask);
  for_all_points(integers.layout().box, [&](long i, long j, long k) { integers(i, j, k) = 9007199254740993 + i + j; });
  run.field<std::complex<double>>(psi)(1, 2) = {1, -2};
  run.set_list("points_at", {0.25, 0.0, 0.375, 0.25}); // the grid point (1, 2); (1.5, 2.5)
  run.call("points", {phi, mask, psi}, 0);
  run.call("points", {phi, mask, psi}, 2);
  const std::string text = run.text_of("points.tsv");
  EXPECT_THAT(text, HasSubstr("# variable: test::phi\n# description: The phi\n# variable: test::mask\n"));
  EXPECT_THAT(text, HasSubstr("\n# content: values at points, interpolation linear; a row per iteration\n"));
  EXPECT_THAT(text, HasSubstr("\n# column 4: test::phi[1], at (0.375, 0.25)\n"));
  EXPECT_THAT(text, HasSubstr("\n# column 7: test::psi[0].real, at (0.25, 0), real\n"));
  EXPECT_THAT(text, HasSubstr("\n# iteration\ttime\ttest::phi[0]\ttest::phi[1]\ttest::mask[0]\ttest::mask[1]\t"
                              "test::psi[0].real\ttest::psi[0].imag\ttest::psi[1].real\ttest::psi[1].imag\n"));
  const std::string values = "\t12\t17.5\t9007199254740996\t9007199254740996\t1\t-2\t0.25\t-0.5\n";
  EXPECT_EQ(rows(text), "0\t0" + values + "2\t0.25" + values);
}

TEST(TsvPoints, AGridPointGivesItsValueWhateverLiesBeside) {
  for (const char* interpolation : {"nearest", "linear", "quadratic", "cubic", "quartic", "quintic"})
    for (const bool periodic : {false, true}) {
      const DomainSpec grid = grid_of(3, Centering::vertex, periodic, 5);
      const Domain domain(grid);
      const Index at{3, 0, 6};
      std::vector<double> point;
      for (int axis = 0; axis < 3; ++axis) point.push_back(domain.coordinate(axis, at[axis]));
      // All other points hold NaN.
      const auto values = values_at(grid, interpolation, point, [&](double x, double y, double z) {
        return x == point[0] && y == point[1] && z == point[2] ? 1.0 / 3.0 : no_number;
      });
      EXPECT_EQ(values.at_points, std::vector<double>{1.0 / 3.0}) << interpolation << periodic;
    }
}

TEST(TsvPoints, LinearFieldsAreExact) {
  const std::vector<double> points{0.123, 0.456, 0.789, -0.3, 1.7, 2.7, 0.69999, -0.29999, 0.5};
  for (const auto centering : {Centering::vertex, Centering::cell})
    for (const char* interpolation : {"linear", "quadratic", "cubic", "quartic", "quintic"}) {
      const auto field = [](double x, double y, double z) { return 0.5 + 2 * x - 3 * y + 0.25 * z; };
      const auto values = values_at(grid_of(3, centering, false, 6), interpolation, points, field);
      ASSERT_EQ(values.at_points.size(), 3U);
      for (std::size_t p = 0; p < 3; ++p)
        EXPECT_NEAR(values.at_points[p], field(points[3 * p], points[3 * p + 1], points[3 * p + 2]), 2e-14);
    }
}

TEST(TsvPoints, CubicPolynomialsAreExactForCubicUpToTheBoundary) {
  const std::vector<double> points{-0.29, -0.21, 0.05, 0.1, 0.51, 0.69};
  const auto field = [](double x, double, double) { return 1 - x * (2 - x * (0.5 + 3 * x)); };
  const auto values = values_at(grid_of(1, Centering::vertex, false, 7), "cubic", points, field);
  for (std::size_t p = 0; p < points.size(); ++p)
    EXPECT_NEAR(values.at_points[p], field(points[p], 0, 0), 1e-14) << points[p];
}

TEST(TsvPoints, TheErrorFallsAsTheOrderSays) {
  const std::map<std::string, double> orders{{"nearest", 1}, {"linear", 2},  {"quadratic", 3},
                                             {"cubic", 4},   {"quartic", 5}, {"quintic", 6}};
  // The points lie all over the domain, also next to its faces. There a periodic stencil reaches across the seam.
  std::vector<double> points;
  for (int p = 0; p < 60; ++p) {
    points.push_back(-0.3 + std::fmod(0.618033988749895 * p, 1.0));
    points.push_back(-0.3 + std::fmod(0.754877666246693 * p, 2.0));
  }
  for (const auto& [interpolation, order] : orders)
    for (const auto centering : {Centering::vertex, Centering::cell})
      for (const bool periodic : {false, true}) {
        const auto error = [&](long cells) {
          DomainSpec grid = grid_of(2, centering, periodic, cells);
          grid.cells[1] = 2 * cells;
          const auto values = values_at(grid, interpolation, points, wave);
          double sum = 0;
          for (std::size_t p = 0; p < values.at_points.size(); ++p)
            sum += std::abs(values.at_points[p] - wave(points[2 * p], points[2 * p + 1], 0));
          return sum;
        };
        const double rate = std::log2(error(16) / error(128)) / 3;
        EXPECT_NEAR(rate, order, 0.2) << interpolation << periodic;
      }
}

TEST(TsvPoints, StencilsReachAcrossTheSeam) {
  DomainSpec grid = grid_2d(); // points at 0, 0.25, 0.5, 0.75 along x
  const auto field = [](double x, double, double) { return x < 0.1 ? 8.0 : x; };
  for (const double image : {-3.0, -1.0, 0.0, 1.0, 1000.0}) {
    const auto values = values_at(grid, "linear", {0.875 + image, 0.0}, field);
    EXPECT_EQ(values.at_points, std::vector<double>{(0.75 + 8) / 2}) << image;
  }
  // The Lagrange polynomial of 0.5, 0.75, 8 (at x = 0) and 0.25, halfway between the second and the third.
  const auto cubic = values_at(grid, "cubic", {0.875, 0.0}, field);
  EXPECT_NEAR(cubic.at_points.at(0), -0.5 / 16 + 0.75 * 9 / 16 + 8 * 9.0 / 16 - 0.25 / 16, 1e-14);
  EXPECT_EQ(values_at(grid, "linear", {1.0, 0.0}, field).at_points, std::vector<double>{8});
  EXPECT_EQ(values_at(grid, "nearest", {0.9, 0.0}, field).at_points, std::vector<double>{8});
}

TEST(TsvPoints, CellCentredSeams) {
  DomainSpec grid = grid_2d();
  grid.centering = Centering::cell; // points at 0.125, 0.375, 0.625, 0.875
  const auto field = [](double x, double, double) { return x; };
  for (const double x : {0.0, 1.0})
    EXPECT_EQ(values_at(grid, "linear", {x, 0.25}, field).at_points, std::vector<double>{0.5}); // of 0.125 and 0.875
}

TEST(TsvPoints, NearestTakesTheLowerIndexHalfway) {
  const auto field = [](double x, double y, double) { return 10 * x + y; };
  EXPECT_EQ(values_at(grid_2d(), "nearest", {0.375, -0.25, 0.38, -0.24}, field).at_points,
            (std::vector<double>{2.0, 5.0}));
}

TEST(TsvPoints, AxesWithFewPointsAreInterpolatedWithThoseThatTheyHave) {
  DomainSpec grid;
  grid.dimension = 2;
  grid.cells = {2, 2, 1};
  grid.periodic = {false, true, false};
  // The x axis is not periodic and has three points. The y axis is periodic and has two points, whose images are used.
  const auto field = [](double x, double y, double) { return 3 * x + (y < 0.25 ? 1 : -1); };
  const auto values = values_at(grid, "cubic", {0.25, 0.25}, field);
  EXPECT_NEAR(values.at_points.at(0), 0.75, 1e-15);
}

TEST(TsvPoints, WhatCannotBeIsRefused) {
  FakeRun run("tsv", grid_2d());
  run.add(GroupKind::scalar, Type::real, "energy");
  run.add(GroupKind::gf, Type::real, "phi");
  run.set_list("points", {"test::energy"});
  EXPECT_THAT(run.error_of("check"), testing::AllOf(HasSubstr("'test::energy', which is a scalar"),
                                                    HasSubstr("tsv.points_at has no coordinates")));
  run.set_list("points", {"test::phi"});
  run.set_list("points_at", {0.1, 0.2, 0.3});
  EXPECT_THAT(run.error_of("check"),
              HasSubstr("tsv.points_at has 3 coordinates on a grid of 2 axes: write 2 for each point"));
  run.set_list("points_at", {0.1, 0.2, 0.3, 1.01});
  EXPECT_THAT(run.error_of("check"), HasSubstr("tsv.points_at: point 1 has coordinate 1.01 along y, outside the grid, "
                                               "which extends from -1 to 1"));
  run.set("interpolation", "nearest");
  EXPECT_EQ(run.error_of("check"), "");
  run.set_list("points_at", {no_number, 0.0, std::numeric_limits<double>::infinity(), no_number});
  EXPECT_THAT(run.error_of("check"),
              testing::AllOf(HasSubstr("point 0 has coordinate nan along x, which is not finite"),
                             HasSubstr("point 1 has coordinate inf along x"),
                             HasSubstr("point 1 has coordinate nan along y")));
  run.set_list("points", {});
  run.set_list("points_at", {0.0, 0.0});
  EXPECT_THAT(run.error_of("check"), HasSubstr("tsv.points lists no variables"));
}
