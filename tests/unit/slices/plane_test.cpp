#include "io/slices/plane.hpp"

#include <gtest/gtest.h>

using namespace nopal;
using namespace nopal::slices;

namespace {

Domain domain(int dimension) {
  DomainSpec spec;
  spec.dimension = dimension;
  spec.upper = {1, 2, 3};
  spec.cells = {10, 20, 30};
  spec.periodic = {false, false, true};
  return Domain(spec);
}

} // namespace

TEST(SlicesPlane, XLiesToTheRightAndZUpwards) {
  const Domain grid = domain(3);
  const Index point = nearest_point(grid, {});
  EXPECT_EQ(point, (Index{5, 10, 15}));
  for (const auto& [normal, name] : {std::pair{0, "yz"}, {1, "xz"}, {2, "xy"}}) {
    const Plane plane = plane_through(grid, point, normal);
    EXPECT_EQ(plane.name(), name);
    EXPECT_EQ(plane.box.extent(normal), 1);
    EXPECT_EQ(plane.box.lower[normal], point[normal]);
    EXPECT_EQ(plane.n_right() * plane.n_up(), plane.box.points());
    EXPECT_EQ(plane.n_right(), grid.points().extent(plane.right));
  }
}

TEST(SlicesPlane, OfTwoAxesIsTheGrid) {
  const Domain grid = domain(2);
  EXPECT_EQ(plane_through(grid, nearest_point(grid, {}), 2).box, grid.points());
}
