#include "core/grid/domain.hpp"

#include "core/base/error.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace nopal {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string message(const DomainSpec& spec) {
  try {
    const Domain domain(spec);
    return "no error: " + domain.points().text();
  } catch (const Error& error) {
    return error.what();
  }
}

DomainSpec line_spec(long cells) { return {.dimension = 1, .cells = {cells, 1, 1}}; }

TEST(Domain, VertexCentred) {
  const Domain domain(DomainSpec{.lower = {-0.5, 0, 1},
                                 .upper = {0.5, 4, 2},
                                 .cells = {10, 20, 30},
                                 .periodic = {false, true, false},
                                 .ghosts = 2,
                                 .boundary_width = 2,
                                 .courant = 0.25,
                                 .start_time = 3});
  EXPECT_EQ(domain.points().text(), "[-1:12, 0:20, -1:32]");
  EXPECT_EQ(domain.interior().text(), "[1:10, 0:20, 1:30]");
  EXPECT_EQ(domain.spacing(), (std::array<double, 3>{0.1, 0.2, 1.0 / 30}));
  EXPECT_EQ(domain.coordinate(0, 0), -0.5);
  EXPECT_EQ(domain.coordinate(0, 10), 0.5);
  EXPECT_EQ(domain.dt(), 0.25 * (1.0 / 30));
  EXPECT_EQ(domain.time(4), 3 + 4 * domain.dt());
  EXPECT_FALSE(domain.all_periodic());
  EXPECT_TRUE(domain.has_boundary());
}

TEST(Domain, CellCentredBoundaryLiesOutside) {
  DomainSpec spec = line_spec(10);
  spec.centering = Centering::cell;
  spec.boundary_width = 3;
  const Domain domain(spec);
  EXPECT_EQ(domain.points().text(), "[-3:13, 0:1, 0:1]");
  EXPECT_EQ(domain.interior().text(), "[0:10, 0:1, 0:1]");
  EXPECT_EQ(domain.coordinate(0, 0), 0.05);
}

TEST(Domain, MissingAxesTakeNoPart) {
  DomainSpec spec = line_spec(4);
  spec.lower[1] = 7;
  const Domain domain(spec);
  EXPECT_EQ(domain.spacing(1), 1.0);
  EXPECT_EQ(domain.coordinate(2, 0), 0.0);
  EXPECT_EQ(domain.coordinate(1, 0), 0.0);
  EXPECT_EQ(domain.dt(), 0.5 * 0.25);
  EXPECT_FALSE(domain.periodic(1));
}

TEST(Domain, WithoutBoundaryTheVerticesOnTheFacesAreInterior) {
  DomainSpec spec = line_spec(4);
  spec.boundary_width = 0;
  const Domain domain(spec);
  EXPECT_EQ(domain.interior().text(), "[0:5, 0:1, 0:1]");
  EXPECT_FALSE(domain.has_boundary());
}

TEST(Domain, DoesNotShrinkWhenGhostsGrow) {
  DomainSpec spec = line_spec(20);
  const Box interior = Domain(spec).interior();
  spec.ghosts = spec.boundary_width = 5;
  EXPECT_EQ(Domain(spec).interior(), interior);
}

TEST(Domain, AllPeriodicMeansEveryAxisThatExists) {
  DomainSpec spec = line_spec(4);
  spec.periodic = {true, false, false};
  EXPECT_TRUE(Domain(spec).all_periodic());
  spec.dimension = 2;
  spec.cells[1] = 4;
  EXPECT_FALSE(Domain(spec).all_periodic());
}

TEST(Domain, RefusesWhatIsNoGrid) {
  EXPECT_THAT(message(line_spec(0)), HasSubstr("1 or more"));
  EXPECT_THAT(message(line_spec(1)), AllOf(HasSubstr("no interior point"), HasSubstr("2 cells or more")));
  DomainSpec spec = line_spec(4);
  spec.upper[0] = spec.lower[0];
  EXPECT_THAT(message(spec), HasSubstr("upper must be greater"));
  spec.upper[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(message(spec), HasSubstr("upper must be greater"));
  spec.lower[0] = -1.7e308;
  spec.upper[0] = 1.7e308;
  EXPECT_THAT(message(spec), HasSubstr("difference must be finite"));
  spec = line_spec(1000);
  spec.lower[0] = 1e15;
  spec.upper[0] = 1e15 + 2;
  EXPECT_THAT(message(spec), HasSubstr("same coordinate"));
  spec = line_spec(4);
  spec.dimension = 4;
  EXPECT_THAT(message(spec), HasSubstr("1, 2 or 3 axes"));
  spec = line_spec(4);
  spec.ghosts = -1;
  spec.boundary_width = -2;
  spec.courant = 0;
  EXPECT_THAT(message(spec), AllOf(HasSubstr("driver.ghosts is -1"), HasSubstr("driver.boundary_width is -2"),
                                   HasSubstr("driver.courant is 0")));
  EXPECT_THAT(message({.cells = {1L << 30, 1L << 30, 1L << 30}}), HasSubstr("more points than can be counted"));
  spec = line_spec(4);
  spec.ghosts = std::numeric_limits<long>::max();
  EXPECT_THAT(message(spec), HasSubstr("more points than can be counted"));
}

} // namespace
} // namespace nopal
