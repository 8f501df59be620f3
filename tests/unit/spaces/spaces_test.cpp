#include "core/spaces/spaces.hpp"

#include "tests/support/sample.hpp"
#include "tests/unit/grid/random_decompositions.hpp"

#include <gtest/gtest.h>

namespace nopal::test {
namespace {

TEST(Spaces, VariablesOfOneShapeShareASpace) {
  const Variables variables = sample_variables();
  const Decomposition d(Domain(DomainSpec{.cells = {9, 8, 7}}), 2);
  const Spaces spaces(variables, d, 1);
  EXPECT_EQ(&spaces.of(phi), &spaces.of(field));
  EXPECT_NE(&spaces.of(phi), &spaces.of(table));
  EXPECT_NE(&spaces.of(energy), &spaces.of(table));
  EXPECT_EQ(spaces.of(phi).points, d.domain().points().points());
  EXPECT_EQ(spaces.of(phi).regions, Region::everywhere);
  EXPECT_FALSE(spaces.of(phi).replicated);
  EXPECT_EQ(spaces.of(table).points, 5);
  EXPECT_EQ(spaces.of(table).regions, Region::interior);
  EXPECT_TRUE(spaces.of(energy).replicated);
  EXPECT_EQ(spaces.of(energy).points, 1);
}

TEST(Spaces, TheGridHasTheRegionsThatHavePoints) {
  for (const Decomposition& d : random_decompositions(300)) {
    SCOPED_TRACE(describe(d));
    Region expected = Region::interior;
    for (int process = 0; process < d.size(); ++process) {
      const Geometry part = grid_space(d, process).parts[0];
      EXPECT_EQ(part.owned(), d.owned(process));
      EXPECT_EQ(part.layout().box, d.stored(process));
      for (const Region region : base_regions)
        if (part.points(region) > 0) expected |= region;
    }
    const Region regions = grid_space(d, 0).regions;
    EXPECT_TRUE(covers(regions, expected));
  }
}

TEST(Spaces, PartsAreTheBlocksOfAProcess) {
  for (const Decomposition& d : random_decompositions(300)) {
    if (d.size() % 2 != 0) continue;
    const Space space = grid_space(d, 0, 2);
    ASSERT_EQ(space.n_parts(), 2);
    for (int part = 0; part < 2; ++part) {
      EXPECT_EQ(space.part({0, 0, part}).layout(), grid_space(d, part).parts[0].layout());
      EXPECT_EQ(space.part({0, 0, part}).owned(), d.owned(part));
    }
    EXPECT_EQ(space.points, d.domain().points().points());
  }
}

} // namespace
} // namespace nopal::test
