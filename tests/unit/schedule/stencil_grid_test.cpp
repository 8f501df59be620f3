// What stencils need of the grid of a run.

#include "core/check/stencil_check.hpp"
#include "stencils.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace stencil_grid_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

/// The findings for a stencil on a grid with this number of cells along k, cell-centred.
std::vector<std::string> findings(World& world, long cells, long below = 4, bool periodic = false) {
  world.set("a::below", {false, {std::int64_t{below}}});
  Schedule schedule = world.build();
  DomainSpec spec;
  spec.cells = {8, 8, cells};
  spec.centering = Centering::cell;
  spec.periodic = {false, false, periodic};
  const Domain domain(spec);
  ErrorList errors;
  schedule.derive_extents(3, [](int, Slot) { return SeenRead{}; }, errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  std::vector<std::string> texts;
  for (const Finding& finding : check_stencils(schedule, world.variables, world.parameters, domain))
    texts.push_back((finding.severity == Severity::error ? "error: " : "warning: ") + text(finding));
  return texts;
}

TEST(StencilGrid, ResultsThatNothingDependsOnAreAWarning) {
  World world({stencil_thorn(
      {"{kernel: f0, reads: [\"u<0>\"], writes: [s]}", "{kernel: f1, reads: [\"u<0>\"], writes: [v]}"})});
  EXPECT_THAT(
      findings(world, 8),
      ElementsAre("warning: a.yaml:13:9: a::all has the stage \"f0\", which writes s, but no result of the stencil "
                  "depends on these values; fix: let a later stage read s, or remove it from this stage"));
}

const char* const first_and_body =
    "{as: up, kernels: {\"bottom+1\": first, \"bottom+2 : cloud-2\": body, \"cloud-1\": last}, "
    "reads: [\"x<0>\"], writes: [v]}";

TEST(StencilGrid, IntervalsNeedRoom) {
  World world({stencil_thorn({first_and_body})});
  EXPECT_THAT(findings(world, 8), IsEmpty());
  EXPECT_THAT(findings(world, 8, 2), IsEmpty()) << "the interval between the two levels is empty";
  EXPECT_THAT(
      findings(world, 8, 1),
      ElementsAre("error: a.yaml:13:9: a::all does not fit the grid of this run: stage \"up\": \"bottom+2 : cloud-2\" "
                  "needs at least 2 points between \"bottom\" and \"cloud\", and there is 1: move the splitter "
                  "\"cloud\" (a::below is 1)"));
  EXPECT_THAT(findings(world, 8, 9),
              ElementsAre(AllOf(HasSubstr("the splitter \"cloud\" must not lie above the splitter \"top\""),
                                EndsWith("(a::below is 9)"))));
  EXPECT_THAT(findings(world, 8, -1), ElementsAre(HasSubstr("\"bottom\" must not lie above the splitter \"cloud\"")));
}

TEST(StencilGrid, TemporariesAreWrittenWhereTheSplittersOfTheRunPutTheirReaders) {
  World world(
      {stencil_thorn({"{as: low, kernels: {\"bottom+1 : top-1\": f}, reads: [\"x<0>\"], writes: [s]}",
                      "{as: use, kernels: {\"cloud+1 : top-1\": g}, reads: [\"s<0, 0, -2:0>\"], writes: [v]}"})});
  EXPECT_THAT(findings(world, 8, 2), IsEmpty());
  EXPECT_THAT(
      findings(world, 8, 1),
      ElementsAre(AllOf(HasSubstr("a.yaml:14:60: a::all does not fit the grid of this run: stage \"use\" reads the "
                                  "temporary s<0, 0, -2:0> from \"cloud+1 : top-1\", so it reads \"cloud-2\""),
                        EndsWith("(a::below is 1)"))));
}

TEST(StencilGrid, BoundaryAndGhostsAreDeepEnoughAlongK) {
  World world({stencil_thorn({"{kernel: f0, order: forward, reads: [\"x<0, 0, 0:2>\"], writes: [v]}"})});
  EXPECT_THAT(
      findings(world, 8),
      ElementsAre(
          "error: a.yaml:13:46: a::all reads x<0, 0, 0:2> in the stage \"f0\", 2 points beyond the upper end of "
          "axis k, but the outer boundary is 1 wide; fix: set driver.boundary_width: 2"));
  EXPECT_THAT(findings(world, 8, 4, true),
              ElementsAre(EndsWith("but ghost zones are 1 wide; fix: set driver.ghosts: 2")));
  World inside({stencil_thorn(
      {"{as: f, kernels: {\"bottom+1 : top-2\": f, \"top-1\": g}, reads: [\"x<0, 0, 0:2>\"], writes: [v]}"})});
  EXPECT_THAT(findings(inside, 8), IsEmpty()) << "one point is beyond the axis";
}

} // namespace stencil_grid_test
} // namespace nopal::test
