#include "driver/setup/grid.hpp"
#include "driver/setup/limits.hpp"
#include "tests/unit/driver/driver_parameters.hpp"

#include <gmock/gmock.h>

namespace nopal {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string square = "  lower: [0, 0]\n  upper: [1, 2]\n  cells: [10, 20]\n";

std::vector<std::string> domain_errors(const std::string& section) {
  ErrorList errors;
  const auto domain = read_domain(driver_parameters(section), errors);
  EXPECT_EQ(domain.has_value(), errors.empty());
  return errors.messages();
}

TEST(Grid, ItsDimensionIsTheNumberOfCells) {
  ErrorList errors;
  const auto domain = read_domain(driver_parameters(square + "  periodic: [false, true]\n"), errors);
  ASSERT_TRUE(domain.has_value());
  EXPECT_EQ(domain->dimension(), 2);
  EXPECT_EQ(domain->points(), (Box{{0, 0, 0}, {11, 20, 1}}));
  EXPECT_TRUE(domain->periodic(1));
}

TEST(Grid, BoundariesAreAsWideAsGhostsUnlessSaid) {
  ErrorList errors;
  EXPECT_EQ(read_domain(driver_parameters(square + "  ghosts: 3\n"), errors)->spec().boundary_width, 3);
  EXPECT_EQ(read_domain(driver_parameters(square + "  boundary_width: 0\n"), errors)->spec().boundary_width, 0);
}

TEST(Grid, TheTimeStepMayBeGiven) {
  ErrorList errors;
  EXPECT_EQ(read_domain(driver_parameters(square), errors)->dt(), 0.05);
  const auto domain = read_domain(driver_parameters(square + "  dt: 0.3\n"), errors);
  EXPECT_EQ(domain->dt(), 0.3);
  EXPECT_EQ(domain->time(3), 3 * 0.3);
  EXPECT_THAT(errors.messages(), testing::IsEmpty());
  read_domain(driver_parameters(square + "  dt: 0.3\n  courant: 0.5\n"), errors);
  EXPECT_THAT(errors.messages(),
              ElementsAre("test.yaml:7:12: driver.courant and driver.dt both set the time step: remove one of them"));
}

TEST(Grid, ListsOfAnotherLengthAreErrorsAtTheirPlace) {
  EXPECT_THAT(domain_errors("  lower: [0, 0]\n  upper: [1]\n  cells: [10]\n  periodic: [true, true]\n"),
              ElementsAre(AllOf(HasSubstr("test.yaml:3:"), HasSubstr("driver.lower has 2 entries, expected 1")),
                          AllOf(HasSubstr("test.yaml:6:"), HasSubstr("driver.periodic has 2 entries"))));
  EXPECT_THAT(domain_errors("  lower: []\n  upper: []\n  cells: []\n"),
              ElementsAre(HasSubstr("driver.cells has 0 entries, expected 1 to 3")));
}

TEST(Grid, WhatMakesNoDomainIsAnErrorInTheParfile) {
  EXPECT_THAT(domain_errors("  lower: [1]\n  upper: [0]\n  cells: [10]\n"), ElementsAre(HasSubstr("test.yaml:")));
}

TEST(Grid, AProcessGridThatDoesNotFitIsAnErrorAtItsPlace) {
  const Parameters parameters = driver_parameters(square + "  process_grid: [3, 1]\n");
  ErrorList errors;
  const auto domain = read_domain(parameters, errors);
  EXPECT_FALSE(read_decomposition(parameters, *domain, 4, errors).has_value());
  EXPECT_THAT(errors.messages(), ElementsAre(HasSubstr("test.yaml:6:")));
}

TEST(Grid, AStencilWithColumnsKeepsTheKAxisWhole) {
  const std::string cube = "  lower: [0, 0, 0]\n  upper: [1, 1, 1]\n  cells: [12, 12, 12]\n";
  const auto process_grid = [&](const std::string& more, const std::string& columns, ErrorList& errors) {
    const Parameters parameters = driver_parameters(cube + more);
    const auto decomposition = read_decomposition(parameters, *read_domain(parameters, errors), 4, errors, columns);
    return decomposition ? decomposition->process_grid() : Index{0, 0, 0};
  };
  ErrorList errors;
  EXPECT_GT(process_grid("", "", errors)[2], 1);
  EXPECT_EQ(process_grid("", "sky::advect", errors)[2], 1);
  EXPECT_EQ(process_grid("  process_grid: [2, 2, 1]\n", "sky::advect", errors), (Index{2, 2, 1}));
  EXPECT_THAT(errors.messages(), testing::IsEmpty());
  EXPECT_EQ(process_grid("  process_grid: [2, 1, 2]\n", "sky::advect", errors), (Index{0, 0, 0}));
  EXPECT_THAT(errors.messages(),
              ElementsAre(AllOf(
                  HasSubstr("test.yaml:6:"),
                  HasSubstr("driver.process_grid divides the k axis among 2 processes, but the stencil sky::advect "
                            "has stages with an order or intervals along k, so each process must hold whole "
                            "columns: set its last entry to 1"))));
}

TEST(Grid, TheSummarySaysWhatEachProcessOwns) {
  const Parameters parameters = driver_parameters(square);
  ErrorList errors;
  const auto decomposition = read_decomposition(parameters, *read_domain(parameters, errors), 2, errors);
  EXPECT_THAT(grid_summary(*decomposition),
              AllOf(HasSubstr("2-D, 11 x 21 points (vertex centred)"), HasSubstr("dt 0.05"),
                    HasSubstr("processes: 2 as 1 x 2, each owns 11 x 11 points (the smallest 11 x 10)")));
}

TEST(Grid, ARunWithoutEndIsRefused) {
  ErrorList errors;
  const Parameters endless = driver_parameters(square);
  read_limits(endless, *read_domain(endless, errors), errors);
  EXPECT_THAT(errors.messages(), ElementsAre(HasSubstr("would never end")));

  ErrorList none;
  const Parameters both = driver_parameters(square + "  iterations: 7\n  final_time: 0.2\n");
  EXPECT_EQ(read_limits(both, *read_domain(both, none), none).iterations, 4);
  const Parameters timed = driver_parameters(square + "  walltime: 5\n");
  EXPECT_EQ(read_limits(timed, *read_domain(timed, none), none).iterations, -1);
  EXPECT_TRUE(none.empty());
}

} // namespace
} // namespace nopal
