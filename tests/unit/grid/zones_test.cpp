#include "core/grid/zones.hpp"

#include "random_decompositions.hpp"

#include <gtest/gtest.h>

#include <map>

namespace nopal {
namespace {

using test::for_each_point;

Region region_of(const Decomposition& d, int rank, const Index& point) {
  if (!d.owned(rank).contains(point)) return Region::ghosts;
  return d.domain().interior().contains(point) ? Region::interior : Region::boundary;
}

/// Returns the outward normal of a point of the domain.
Index normal_of(const Domain& domain, const Index& point) {
  Index normal{0, 0, 0};
  for (int axis = 0; axis < 3; ++axis) {
    if (point[axis] < domain.interior().lower[axis]) normal[axis] = -1;
    if (point[axis] >= domain.interior().upper[axis]) normal[axis] = 1;
  }
  return normal;
}

TEST(LaunchBoxes, PartitionEachRegion) {
  for (const Decomposition& d : test::random_decompositions(250)) {
    SCOPED_TRACE(test::describe(d));
    for (int rank = 0; rank < d.size(); ++rank)
      for (int bits = 0; bits < 8; ++bits) {
        const auto region = static_cast<Region>(bits);
        std::map<Index, int> covered;
        for (const LaunchBox& part : launch_boxes(d, rank, region)) {
          ASSERT_FALSE(part.box.empty());
          ASSERT_TRUE(d.stored(rank).contains(part.box));
          for_each_point(part.box, [&](Index p) {
            ++covered[p];
            Index original = p;
            for (int axis = 0; axis < 3; ++axis) original[axis] += part.image[axis];
            ASSERT_EQ(original, test::wrapped(d.domain(), p));
            ASSERT_EQ(part.normal, normal_of(d.domain(), original));
          });
        }
        for_each_point(d.stored(rank), [&](Index p) {
          const bool wanted = any(region & region_of(d, rank, p));
          ASSERT_EQ(covered[p], wanted ? 1 : 0) << to_string(region);
        });
      }
  }
}

TEST(InteriorBoxes, CoverABoxWithNormals0AndTheImagesOfItsPoints) {
  for (const Decomposition& d : test::random_decompositions(250)) {
    SCOPED_TRACE(test::describe(d));
    for (int rank = 0; rank < d.size(); ++rank) {
      const Box whole = d.stored(rank);
      Box part = whole;
      for (int axis = 0; axis < d.domain().dimension(); ++axis) {
        part.lower[axis] += rank % 2;
        part.upper[axis] -= (rank + axis) % 3;
      }
      for (const Box& box : {whole, part, d.interior(rank)}) {
        std::map<Index, int> covered;
        for (const LaunchBox& piece : interior_boxes(d.domain(), box)) {
          ASSERT_FALSE(piece.box.empty());
          ASSERT_EQ(piece.normal, (Index{0, 0, 0}));
          for_each_point(piece.box, [&](Index p) {
            ASSERT_TRUE(box.contains(p));
            ++covered[p];
            const Index owner = test::wrapped(d.domain(), p);
            for (int axis = 0; axis < 3; ++axis) ASSERT_EQ(p[axis] + piece.image[axis], owner[axis]);
          });
        }
        for_each_point(box, [&](Index p) { ASSERT_EQ(covered[p], 1); });
      }
    }
  }
}

TEST(LaunchBoxes, SixFacesAndTheirEdgesSurroundACube) {
  const Decomposition d(Domain(DomainSpec{.cells = {4, 4, 4}}), 1);
  EXPECT_EQ(launch_boxes(d, 0, Region::boundary).size(), 26u);
  EXPECT_EQ(launch_boxes(d, 0, Region::interior).size(), 1u);
  EXPECT_TRUE(launch_boxes(d, 0, Region::ghosts).empty());
}

TEST(LaunchBoxes, GhostsAlikeStayInOneBox) {
  const Decomposition d(Domain(DomainSpec{.cells = {8, 8, 8}, .boundary_width = 0}), 8, {2, 2, 2});
  // A kernel treats ghosts of all owners alike here, so the plane of ghosts is not cut along i and j.
  EXPECT_EQ(launch_boxes(d, 0, Region::ghosts).size(), 3u);
  EXPECT_EQ(launch_boxes(d, 0, Region::everywhere).size(), 1u);
}

} // namespace
} // namespace nopal
