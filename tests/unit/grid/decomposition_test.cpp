#include "core/grid/decomposition.hpp"

#include "random_decompositions.hpp"

#include <gmock/gmock.h>

namespace nopal {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

DomainSpec cube(long cells) { return {.cells = {cells, cells, cells}}; }

std::string message(const DomainSpec& spec, int size, Index grid = {0, 0, 0}, const InwardPoints& inward = {}) {
  try {
    const Decomposition d(Domain(spec), size, grid, inward);
    return "no error; process grid " + test::describe(d);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Decomposition, SharesEachPointOutOnce) {
  for (const Decomposition& d : test::random_decompositions(300)) {
    SCOPED_TRACE(test::describe(d));
    long points = 0;
    for (int rank = 0; rank < d.size(); ++rank) {
      const Box owned = d.owned(rank);
      EXPECT_EQ(d.rank(d.coordinates(rank)), rank);
      EXPECT_TRUE(d.domain().points().contains(owned));
      EXPECT_EQ(d.interior(rank).empty() ? 0 : d.interior(rank).points(),
                intersection(owned, d.domain().interior()).points());
      for (int other = 0; other < rank; ++other) ASSERT_TRUE(intersection(owned, d.owned(other)).empty());
      points += owned.points();
    }
    EXPECT_EQ(points, d.domain().points().points());
  }
}

TEST(Decomposition, GrowsOnFacesThatAreExchangedOnly) {
  const DomainSpec spec{.cells = {10, 10, 10}, .periodic = {true, false, false}, .ghosts = 2};
  const Decomposition d(Domain(spec), 2, {1, 1, 2});
  EXPECT_EQ(d.stored(0).text(), "[-2:12, 0:11, 0:8]");
  EXPECT_EQ(d.stored(1).text(), "[-2:12, 0:11, 4:11]");
}

TEST(Decomposition, SplitsTheSlowestAxisFirst) {
  const auto grid = [](const DomainSpec& spec, int size) { return Decomposition(Domain(spec), size).process_grid(); };
  const std::pair<int, Index> expected[] = {{1, {1, 1, 1}}, {2, {1, 1, 2}}, {3, {1, 1, 3}},
                                            {4, {1, 2, 2}}, {8, {2, 2, 2}}, {12, {2, 2, 3}}};
  for (const auto& [size, split] : expected) EXPECT_EQ(grid(cube(100), size), split) << size;
  EXPECT_EQ(grid({.cells = {61, 47, 53}}, 2), (Index{1, 1, 2}));
  EXPECT_EQ(grid({.dimension = 2, .cells = {100, 100, 1}}, 2), (Index{1, 2, 1}));
}

TEST(Decomposition, SplitsALongAxisRatherThanExchangeALot) {
  const DomainSpec spec{.cells = {1000, 1000, 4}};
  EXPECT_EQ(Decomposition(Domain(spec), 2).process_grid(), (Index{1, 2, 1}));
}

TEST(Decomposition, TheFirstProcessesOwnOnePointMore) {
  const Decomposition d(Domain(cube(100)), 2);
  EXPECT_EQ(d.owned(0).extent(2), 51);
  EXPECT_EQ(d.owned(1).extent(2), 50);
}

TEST(Decomposition, BoundaryPointsLieTogetherWithWhatTheyAreComputedFrom) {
  for (const Decomposition& d : test::random_decompositions(400)) {
    SCOPED_TRACE(test::describe(d));
    const Box &points = d.domain().points(), &interior = d.domain().interior();
    for (int rank = 0; rank < d.size(); ++rank)
      for (int axis = 0; axis < d.domain().dimension(); ++axis) {
        const Box owned = d.owned(rank), inside = d.interior(rank);
        const bool lower = owned.lower[axis]<interior.lower[axis], upper = owned.upper[axis]> interior.upper[axis];
        const bool is_shared = d.process_grid()[axis] > 1;
        EXPECT_TRUE(!lower || owned.lower[axis] == points.lower[axis]);
        EXPECT_TRUE(!upper || owned.upper[axis] == points.upper[axis]);
        EXPECT_GE(inside.extent(axis), lower || upper ? d.inward()[axis] : 0);
        EXPECT_GE(owned.extent(axis), is_shared && !d.domain().periodic(axis) ? d.domain().spec().ghosts : 1);
      }
  }
}

std::vector<long> extents(long cells, int size, long inward) {
  const DomainSpec spec{.dimension = 1, .cells = {cells, 1, 1}, .centering = Centering::cell, .boundary_width = 2};
  const Decomposition d(Domain(spec), size, {0, 0, 0}, {.points = {inward, 1, 1}});
  std::vector<long> result;
  for (int rank = 0; rank < size; ++rank) result.push_back(d.owned(rank).extent(0));
  return result;
}

TEST(Decomposition, TheEndsTakeWhatTheyNeedOnlyIfTheyWouldGetLess) {
  EXPECT_EQ(extents(12, 3, 1), (std::vector<long>{6, 5, 5}));
  EXPECT_EQ(extents(12, 3, 3), (std::vector<long>{6, 5, 5}));
  EXPECT_EQ(extents(12, 3, 4), (std::vector<long>{6, 4, 6}));
  EXPECT_EQ(extents(12, 5, 3), (std::vector<long>{5, 2, 2, 2, 5}));
  EXPECT_EQ(extents(13, 5, 3), (std::vector<long>{5, 3, 2, 2, 5}));
  EXPECT_EQ(extents(4, 2, 2), (std::vector<long>{4, 4}));
}

TEST(Decomposition, TheAutomaticChoiceKnowsWhatTheBoundaryNeeds) {
  const DomainSpec spec{.dimension = 2,
                        .cells = {13, 11, 1},
                        .periodic = {true, false, false},
                        .centering = Centering::cell,
                        .ghosts = 3,
                        .boundary_width = 3};
  const auto grid = [&](long inward) {
    return Decomposition(Domain(spec), 3, {0, 0, 0}, {.points = {1, inward, 1}}).process_grid();
  };
  EXPECT_EQ(grid(2), (Index{1, 3, 1}));
  EXPECT_EQ(grid(5), (Index{3, 1, 1}));
}

TEST(Decomposition, GhostsMayBeWiderThanAPeriodicAxis) {
  const DomainSpec spec{.dimension = 2, .cells = {3, 20, 1}, .periodic = {true, true, false}, .ghosts = 5};
  const Decomposition one(Domain(spec), 1), three(Domain(spec), 3, {3, 1, 1}), four(Domain(spec), 4, {1, 4, 1});
  EXPECT_EQ(one.stored(0).text(), "[-5:8, -5:25, 0:1]");
  EXPECT_EQ(three.stored(1).text(), "[-4:7, -5:25, 0:1]");
  EXPECT_TRUE(one.reaches_beyond_neighbours());
  const Domain wide(DomainSpec{.dimension = 1, .cells = {20, 1, 1}, .periodic = {true, false, false}, .ghosts = 5});
  EXPECT_FALSE(Decomposition(wide, 4).reaches_beyond_neighbours());
  EXPECT_TRUE(Decomposition(wide, 5).reaches_beyond_neighbours());
}

// Only if no other process grid fits, or if the entries are given, do ghosts come from farther than the next process.
TEST(Decomposition, TheAutomaticChoiceKeepsOwnersOfGhostsNear) {
  const auto grid = [](const Index& cells, int size, const Index& wanted) {
    const DomainSpec spec{.dimension = 2, .cells = cells, .periodic = {true, true, false}, .ghosts = 4};
    return Decomposition(Domain(spec), size, wanted).process_grid();
  };
  EXPECT_EQ(grid({1000, 6, 1}, 2, {0, 0, 0}), (Index{2, 1, 1}));
  EXPECT_EQ(grid({24, 6, 1}, 6, {0, 0, 0}), (Index{6, 1, 1})) << "2 x 3 would give each only 2 points along y";
  EXPECT_EQ(grid({40, 6, 1}, 12, {0, 0, 0}), (Index{3, 4, 1})) << "12 x 1 would give some only 3 points";
  EXPECT_EQ(grid({1000, 6, 1}, 2, {1, 2, 0}), (Index{1, 2, 1}));
}

TEST(Decomposition, KeepsTheEntriesGiven) {
  const Decomposition d(Domain(cube(20)), 6, {3, 0, 1});
  EXPECT_EQ(d.process_grid(), (Index{3, 2, 1}));
}

TEST(Decomposition, SaysWhatWouldFit) {
  DomainSpec spec = cube(5);
  EXPECT_THAT(message(spec, 4, {3, 0, 0}), AllOf(HasSubstr("driver.process_grid"), HasSubstr("4 processes")));
  EXPECT_THAT(message(spec, 4, {2, 2, 2}), HasSubstr("product of all entries must be 4"));
  EXPECT_THAT(message(spec, 4, {1, 1, 1}), HasSubstr("product of all entries must be 4"));
  EXPECT_THAT(message(spec, 4, {-1, 0, 0}), HasSubstr("0 for an automatic choice"));
  EXPECT_THAT(message(spec, 0), HasSubstr("at least 1 process"));
  EXPECT_THAT(message(spec, 8, {8, 1, 1}), AllOf(HasSubstr("6 points along x"), HasSubstr("at most 4 processes")));
  spec.ghosts = 3;
  EXPECT_THAT(message(spec, 27),
              AllOf(HasSubstr("6 x 6 x 6 points"), HasSubstr("use 8 processes"), HasSubstr("driver.ghosts is 3")));
  spec.dimension = 2;
  EXPECT_THAT(message(spec, 2, {1, 1, 2}), HasSubstr("2 processes along z"));
  spec.dimension = 1;
  EXPECT_THAT(message(spec, 3), AllOf(HasSubstr("6 points along x are too few for 3 processes"),
                                      HasSubstr("use 8 cells or more"), HasSubstr("at most 2 processes")));
  spec.periodic = {true, true, true};
  spec.cells = {2, 2, 2};
  EXPECT_EQ(message(spec, 3),
            "2 points along x are too few for 3 processes: a process would get only 0, but each needs "
            "at least 1; use 3 cells or more along x, or at most 2 processes along it");
  spec.dimension = 2;
  EXPECT_EQ(message(spec, 5),
            "5 processes cannot share a grid of 2 x 2 points: every process needs at least 1 along "
            "each axis, so at most 2 x 2 processes fit along the axes; use 4 processes, or more cells");
  spec.periodic = {true, false, false};
  EXPECT_EQ(message(spec, 3),
            "3 processes cannot share a grid of 2 x 3 points: every process needs at least 3 along "
            "each axis that is exchanged and not periodic (driver.ghosts is 3) and 1 along each other "
            "axis, so at most 2 x 1 processes fit along the axes; use 2 processes, or more cells, or "
            "fewer ghosts");
}

TEST(Decomposition, GhostsGoAroundAnAxisOnlySoOften) {
  DomainSpec spec{.cells = {1, 1, 1}, .periodic = {true, true, true}, .ghosts = 22};
  EXPECT_THAT(message(spec, 1), HasSubstr("no error")) << "45 pieces along each axis are 91125";
  spec.ghosts = 23;
  EXPECT_EQ(message(spec, 1), "ghost zones 23 points wide go around the periodic axes of a grid of 1 x 1 x 1 points so "
                              "often that a process would copy them in 1.04e+05 pieces, and 100000 is the limit; use "
                              "more cells along periodic axes, or fewer ghosts (driver.ghosts)");
}

TEST(Decomposition, SaysWhatTheBoundaryNeeds) {
  const InwardPoints inward{.points = {4, 1, 1}, .reasons = {"a::fill reads a::u@0 4 points inwards", "", ""}};
  DomainSpec spec{.dimension = 1, .cells = {8, 1, 1}, .centering = Centering::cell, .ghosts = 2, .boundary_width = 2};
  EXPECT_EQ(message(spec, 3, {}, inward),
            "12 points along x are too few for 3 processes: the first and the last need 6 or more, 2 layers of the "
            "outer boundary and 4 interior points next to it, because a::fill reads a::u@0 4 points inwards, and each "
            "other one needs 2 or more; use 10 cells or more along x, or at most 2 processes along it, or fewer ghosts "
            "(driver.ghosts)");
  spec.cells[0] = 3;
  EXPECT_EQ(message(spec, 1, {}, inward),
            "3 interior points along x are too few: the outer boundary needs 4, because a::fill reads a::u@0 4 points "
            "inwards; use 4 cells or more along x");
  spec.dimension = 2;
  spec.cells = {4, 4, 1};
  EXPECT_EQ(message(spec, 5, {}, inward),
            "5 processes cannot share a grid of 8 x 8 points: every process needs at least 2 along each axis that is "
            "exchanged (driver.ghosts is 2), and the first and the last along x at least 6 for the outer boundary, "
            "because a::fill reads a::u@0 4 points inwards, and the first and the last along y at least 3 for the "
            "outer boundary and 1 interior point, so at most 1 x 3 processes fit along the axes; use 3 processes, or "
            "more cells, or fewer ghosts");
  spec.cells = {4, 1, 1};
  EXPECT_THAT(message(spec, 5, {}, inward), HasSubstr("so only 1 process fits along the axes; use 1 process, or more"));
}

TEST(Decomposition, AnErrorStaysCheapForManyProcesses) {
  EXPECT_THAT(message(cube(20), 1000003), HasSubstr("use 6859 processes"));
}

} // namespace
} // namespace nopal
