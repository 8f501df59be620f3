#include "core/grid/point_set.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>

namespace nopal {
namespace {

Domain grid(const Index& cells = {9, 7, 5}) {
  DomainSpec spec;
  spec.cells = cells;
  return Domain(spec);
}

/// Returns how often the set has each point.
std::map<Index, int> counts(const std::vector<Selection>& pieces) {
  std::map<Index, int> found;
  for (const Selection& piece : pieces)
    for (long k = 0; k < piece.count[2]; ++k)
      for (long j = 0; j < piece.count[1]; ++j)
        for (long i = 0; i < piece.count[0]; ++i)
          ++found[{piece.first[0] + i * piece.stride[0], piece.first[1] + j * piece.stride[1],
                   piece.first[2] + k * piece.stride[2]}];
  return found;
}

TEST(PointSet, LinesAndPlanesThatCrossHaveEachPointOnce) {
  const Domain domain = grid();
  const Index point{4, 3, 2};
  const PointSet lines =
      points_in({section(domain, point, {0}), section(domain, point, {1}), section(domain, point, {2})});
  EXPECT_EQ(lines.points(), 10 + 8 + 6 - 2);
  const PointSet planes = points_in({section_across(domain, point, 0), section_across(domain, point, 1),
                                     section_across(domain, point, 2), section(domain, point, {0, 1})});
  EXPECT_EQ(planes.points(), 8 * 6 + 10 * 6 + 10 * 8 - 10 - 8 - 6 + 1);
  for (const PointSet& set : {lines, planes}) {
    const auto found = counts(set.pieces);
    EXPECT_EQ(static_cast<long>(found.size()), set.points());
    for (const auto& [at, n] : found) {
      EXPECT_EQ(n, 1);
      EXPECT_TRUE(at[0] == point[0] || at[1] == point[1] || at[2] == point[2]);
    }
  }
}

TEST(PointSet, BeyondFacesHasThePointsBeyondTheseAndNoOthers) {
  DomainSpec spec;
  spec.cells = {5, 4, 6};
  spec.ghosts = spec.boundary_width = 2;
  for (int n = 0; n < 8 * 64; ++n) {
    ChosenFaces faces{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      spec.periodic[axis] = (n >> axis) & 1;
      for (std::size_t side = 0; side < 2; ++side) faces[axis][side] = (n >> (3 + 2 * axis + side)) & 1;
    }
    const Domain domain(spec);
    const PointSet set = points_beyond(domain, faces);
    const auto found = counts(set.pieces);
    const Box& all = domain.points();
    for (long k = all.lower[2]; k < all.upper[2]; ++k)
      for (long j = all.lower[1]; j < all.upper[1]; ++j)
        for (long i = all.lower[0]; i < all.upper[0]; ++i) {
          const Index at{i, j, k};
          bool beyond = false, chosen = true;
          for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool below = at[axis] < domain.interior().lower[axis];
            if (!below && at[axis] < domain.interior().upper[axis]) continue;
            beyond = true;
            chosen = chosen && faces[axis][below ? 0 : 1];
          }
          EXPECT_EQ(found.contains(at), beyond && chosen);
          EXPECT_EQ(contains(set, at), beyond && chosen);
        }
    EXPECT_EQ(static_cast<long>(found.size()), set.points());
  }
}

TEST(PointSet, AsBoxesHasEachPointOnce) {
  const Box all{{0, 0, 0}, {10, 8, 6}};
  const PointSet set{{{{0, 1, 0}, {4, 1, 3}, {3, 1, 2}}, {{0, 3, 0}, {5, 2, 1}, {1, 1, 1}}}};
  long points = 0;
  for (const Box& box : boxes_in(set, {all}))
    for (long k = box.lower[2]; k < box.upper[2]; ++k)
      for (long j = box.lower[1]; j < box.upper[1]; ++j)
        for (long i = box.lower[0]; i < box.upper[0]; ++i, ++points) EXPECT_TRUE(contains(set, {i, j, k}));
  EXPECT_EQ(points, set.points());
  EXPECT_FALSE(contains(set, {1, 1, 0}));
}

TEST(PointSet, OfInterpolantsHasTheNeighboursOfThePointsAsRows) {
  const Domain domain = grid();
  const double first[] = {0.31, 0.4, 0.5}, second[] = {0.39, 0.4, 0.5};
  std::vector<Interpolant> interpolants;
  for (const double* point : {first, second, first})
    interpolants.push_back(interpolant(domain, point, Interpolation::linear));
  // Along x the points 2 and 3, and 3 and 4; along y and z two points each.
  const PointSet set = points_of(interpolants);
  EXPECT_EQ(set.points(), 3 * 2 * 2);
  EXPECT_EQ(set.pieces.size(), 4U);
  EXPECT_EQ(set.pieces.front(), (Selection{{2, 2, 2}, {3, 1, 1}, {1, 1, 1}}));
}

TEST(PointSet, RunsAreJoinedWhereTheyOverlapOrTouch) {
  std::vector<PointRun> runs{{0, 1, 5, 7}, {0, 0, 4, 6}, {0, 0, 0, 2}, {0, 0, 2, 3},
                             {0, 0, 5, 9}, {0, 0, 4, 5}, {1, 0, 3, 4}};
  join_runs(runs);
  EXPECT_EQ(runs, (std::vector<PointRun>{{0, 0, 0, 3}, {0, 0, 4, 9}, {0, 1, 5, 7}, {1, 0, 3, 4}}));
  EXPECT_EQ(points_in(runs).points(), 3 + 5 + 2 + 1);
  runs.clear();
  join_runs(runs);
  EXPECT_TRUE(runs.empty());
}

TEST(PointSet, RunsOfAPeriodicAxisAreThoseAtBothEnds) {
  DomainSpec spec;
  spec.cells = {9, 7, 5};
  spec.periodic = {true, false, false};
  const Domain domain(spec);
  const double point[] = {0.01, 0.0, 0.0};
  EXPECT_EQ(runs_of({interpolant(domain, point, Interpolation::cubic)}),
            (std::vector<PointRun>{{0, 0, 0, 3}, {0, 0, 8, 9}}));
}

TEST(PointSet, CoversRunsThatLieInItsPieces) {
  const PointSet runs = points_in(std::vector<PointRun>{{0, 0, 0, 3}, {0, 0, 4, 9}, {2, 1, 5, 7}});
  EXPECT_TRUE(covers(runs, {}));
  EXPECT_TRUE(covers(runs, {{0, 0, 1, 3}, {0, 0, 4, 9}, {2, 1, 6, 7}}));
  EXPECT_FALSE(covers(runs, {{0, 0, 1, 4}}));
  EXPECT_FALSE(covers(runs, {{0, 0, 2, 5}})) << "between two runs";
  EXPECT_FALSE(covers(runs, {{2, 1, 4, 6}}));
  EXPECT_FALSE(covers(runs, {{1, 1, 5, 6}})) << "another row";
  EXPECT_FALSE(covers(runs, {{-1, 0, 0, 1}})) << "before all rows";
  EXPECT_FALSE(covers(PointSet{}, {{0, 0, 0, 1}}));
  // A box, points with strides, and a run that goes from one piece to another.
  const PointSet others{
      {all_of({{0, 0, 0}, {4, 4, 4}}), {{4, 0, 0}, {3, 2, 1}, {2, 3, 1}}, {{4, 1, 0}, {2, 1, 1}, {1, 1, 1}}}};
  EXPECT_TRUE(covers(others, {{3, 3, 0, 4}, {0, 0, 6, 7}, {0, 3, 8, 9}, {0, 1, 2, 6}}));
  EXPECT_FALSE(covers(others, {{0, 0, 4, 6}})) << "between the points of the stride";
  EXPECT_FALSE(covers(others, {{0, 1, 2, 7}}));
}

TEST(PointSet, PiecesInBoxesKeepTheStride) {
  SelectionSpec spec;
  spec.stride = {2, 3, 1};
  const Domain domain = grid();
  const PointSet set{{selection_of(domain, spec)}};
  EXPECT_EQ(set.points(), 5 * 3 * 6);
  const std::vector<Box> halves{{{0, 0, 0}, {3, 8, 6}}, {{3, 0, 0}, {10, 8, 6}}};
  const auto pieces = pieces_in(set, halves);
  EXPECT_EQ(counts(pieces), counts(set.pieces));
  EXPECT_EQ(pieces.size(), 2U);
  EXPECT_TRUE(pieces_in(set, {{{1, 0, 0}, {2, 8, 6}}}).empty()) << "between the points of the stride";
  EXPECT_EQ(pieces[1].box(), (Box{{4, 0, 0}, {9, 7, 6}}));
}

TEST(PointSet, AStrideMayBeTheLargestNumber) {
  DomainSpec spec;
  spec.cells = {9, 7, 5};
  spec.ghosts = spec.boundary_width = 3; // points from -2 on
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const Selection selection = selection_of(Domain(spec), {{}, {}, {largest, largest, 1}});
  EXPECT_EQ(selection.first, (Index{0, 0, -2}));
  EXPECT_EQ(selection.count, (Index{1, 1, 10}));
  const auto pieces = pieces_in({{selection}}, {Domain(spec).points()});
  ASSERT_EQ(pieces.size(), 1U);
  EXPECT_EQ(pieces.front(), (Selection{{0, 0, -2}, {1, 1, 10}, {1, 1, 1}}));
}

TEST(PointSet, MayBeEmpty) {
  const Box all{{0, 0, 0}, {10, 8, 6}};
  for (const PointSet& set :
       {PointSet{}, points_in(std::vector<Box>{}), points_in({Box{}, {{3, 0, 0}, {3, 8, 6}}}), points_of({})}) {
    EXPECT_TRUE(set.pieces.empty());
    EXPECT_EQ(set.points(), 0);
    EXPECT_TRUE(pieces_in(set, {all}).empty());
  }
  const PointSet some = points_in({all, all, {{2, 2, 2}, {3, 3, 3}}});
  EXPECT_EQ(some.points(), all.points()) << "what lies in an earlier box adds nothing";
  EXPECT_TRUE(pieces_in(some, {}).empty());
  EXPECT_TRUE(pieces_in(some, {{{10, 0, 0}, {20, 8, 6}}}).empty()) << "beside the points";
}

} // namespace
} // namespace nopal
