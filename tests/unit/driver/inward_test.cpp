// What functions need next to the outer boundary, and what steering may not change.

#include "driver/setup/inward.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <fstream>

namespace nopal {
namespace {

DomainSpec line() {
  return {.dimension = 2,
          .cells = {8, 6, 1},
          .periodic = {false, true, false},
          .centering = Centering::cell,
          .ghosts = 2,
          .boundary_width = 3};
}

/// Of a thorn whose only routine is a function with these clauses.
InwardPoints inward_of(const std::string& clauses) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "walls.yaml")
      << "thorn: walls\ndescription: A function\ngroups:\n"
         "  fields: {type: gf, variables: [u], description: A field}\n"
         "  sums: {type: scalar, variables: [sum], description: A number}\nschedule:\n"
         "  - function: fill\n    at: evol\n"
      << clauses;
  ErrorList errors, no_library;
  const SearchPath path({source_folder() + "/schedules", folder.path().string()});
  Description description;
  description.read(
      Parfile::from_text("thorns: [walls]\ndriver: {lower: [0], upper: [1], cells: [8], iterations: 1}\n", "run.yaml"),
      path, errors);
  errors.raise_if_any();
  const Domain domain(line());
  Kernels kernels(Libraries(description, path, no_library), description, Decomposition(domain, 1), 0, errors);
  return inward_points(description, kernels, domain);
}

TEST(InwardPoints, AFunctionMayReadAPointForEachLayer) {
  const InwardPoints needed = inward_of("    reads: [u(interior)]\n    writes: [u(boundary)]\n");
  EXPECT_EQ(needed.points, (Index{3, 1, 1})) << "the second axis is periodic";
  EXPECT_EQ(needed.reasons[0],
            "the function walls::fill may read walls::u@0 3 points inwards, one for each layer that it writes");
  EXPECT_EQ(inward_of("    writes: [u(boundary)]\n").points, (Index{1, 1, 1}));
  EXPECT_EQ(inward_of("    reads: [u(interior)]\n    writes: [sum]\n").points, (Index{1, 1, 1}));
}

TEST(InwardPoints, ARunCannotBeSteeredToReadFarther) {
  const Decomposition two(Domain(line()), 2, {2, 1, 1});
  EXPECT_NO_THROW(check_inward(two, {.points = {4, 1, 1}}));
  try {
    check_inward(two, {.points = {5, 1, 1}, .reasons = {"a::fill reads a::u@0 5 points inwards", "", ""}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "a::fill reads a::u@0 5 points inwards, but a process at the outer boundary owns only 4 points of the "
                 "interior along x: end this run and start or recover one with these parameters");
  }
}

} // namespace
} // namespace nopal
