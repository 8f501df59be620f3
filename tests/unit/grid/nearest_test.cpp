#include "core/grid/nearest.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace nopal {
namespace {

Domain domain(Centering centering) {
  return Domain(
      DomainSpec{.upper = {1, 2, 3}, .cells = {10, 20, 30}, .periodic = {false, false, true}, .centering = centering});
}

TEST(Nearest, HalfwayIsTheLowerIndex) {
  const Domain grid = domain(Centering::vertex);
  EXPECT_EQ(nearest_point(grid, {0.34, 0.05, 0.0}), (Index{3, 0, 0}));
  EXPECT_EQ(nearest_point(grid, {0.36, 0.0501, 0.0}), (Index{4, 1, 0}));
  EXPECT_EQ(nearest_index(grid, 0, 0.35 + 1e-12), 3) << "rounding does not decide";
  EXPECT_EQ(nearest_index(grid, 0, 0.35 + 1e-9), 4);
}

TEST(Nearest, PeriodicAxesTakeTheImageInTheGrid) {
  for (const Centering centering : {Centering::vertex, Centering::cell}) {
    const Domain grid = domain(centering);
    for (const double x : {0.12, 0.57, 2.88})
      for (const double period : {-6.0, -3.0, 3.0, 300.0})
        EXPECT_EQ(nearest_index(grid, 2, x + period), nearest_index(grid, 2, x)) << x << " and " << period;
  }
  const Domain grid = domain(Centering::vertex);
  EXPECT_EQ(nearest_index(grid, 2, 2.99), 0) << "the point of the upper end is that of the lower one";
  EXPECT_EQ(index_in_grid(grid, 2, -1), 29);
  EXPECT_EQ(index_in_grid(grid, 2, 30), 0);
  EXPECT_EQ(index_in_grid(grid, 0, -1), -1);
}

TEST(Nearest, ElsewhereWhatIsOutsideStaysOutside) {
  const Domain grid = domain(Centering::vertex);
  EXPECT_EQ(nearest_index(grid, 0, 1.2), 12);
  EXPECT_EQ(nearest_index(grid, 0, -0.2), -2);
  for (const double x : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_FALSE(grid.points().contains(nearest_point(grid, {x, 0, 0})));
}

TEST(Nearest, PositionsAreIndicesWithFractions) {
  EXPECT_NEAR(grid_position(domain(Centering::vertex), 1, 0.25), 2.5, 1e-9);
  EXPECT_NEAR(grid_position(domain(Centering::cell), 1, 0.25), 2, 1e-9);
  EXPECT_NEAR(grid_position(domain(Centering::vertex), 2, 3.5), 35, 1e-9);
  EXPECT_NEAR(grid_position_of_image(domain(Centering::vertex), 2, 3.5), 5, 1e-9);
  EXPECT_NEAR(grid_position_of_image(domain(Centering::cell), 2, -2.99), -0.4, 1e-9);
}

TEST(Nearest, WithoutAPointTheMiddle) { EXPECT_EQ(nearest_point(domain(Centering::vertex), {}), (Index{5, 10, 15})); }

} // namespace
} // namespace nopal
