#include "core/grid/decomposition.hpp"

#include "random_decompositions.hpp"

#include <gmock/gmock.h>

namespace nopal {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

DomainSpec cube(long cells) { return {.cells = {cells, cells, cells}}; }

std::string message(const DomainSpec& spec, int size, Index grid = {0, 0, 0}) {
  try {
    const Decomposition d(Domain(spec), size, grid);
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
  EXPECT_THAT(message(spec, 8, {8, 1, 1}), AllOf(HasSubstr("6 points along x"), HasSubstr("at most 6 processes")));
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
  EXPECT_THAT(message(spec, 1), AllOf(HasSubstr("2 points along x"), HasSubstr("need at least 3")));
}

TEST(Decomposition, AnErrorStaysCheapForManyProcesses) {
  EXPECT_THAT(message(cube(20), 1000003), HasSubstr("use 9261 processes"));
}

} // namespace
} // namespace nopal
