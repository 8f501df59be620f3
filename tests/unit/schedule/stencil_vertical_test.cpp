#include "core/schedule/stencil_vertical.hpp"
#include "stencils.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace stencil_vertical_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string up =
    "{as: up, order: forward, kernels: {\"bottom+1\": first, \"bottom+2 : top-1\": body}, reads: [x, \"s<0, "
    "0, -1:-1>\"], writes: [s]}";

TEST(VerticalPoints, AreRangesWithoutOverlap) {
  VerticalPoints points;
  points.add({3, 5});
  points.add({8, 9});
  points.add({7, 7});
  EXPECT_TRUE(points.contains({3, 5}));
  EXPECT_FALSE(points.contains({3, 6}));
  EXPECT_FALSE(points.contains({4, 9}));
  EXPECT_TRUE(points.contains({100, 100})) << "no points";
  points.add({5, 8});
  EXPECT_TRUE(points.contains({3, 9}));
  EXPECT_FALSE(points.contains({2, 4}));
}

TEST(VerticalStencil, ColumnsAreWhole) {
  const World world(
      {stencil_thorn({up, "{as: down, order: backward, kernels: {\"bottom+1 : top-2\": low, top-1: last}, "
                          "reads: [s, \"v<0, 0, 1:1>\"], writes: [v]}"})});
  const Schedule schedule = world.build();
  const Stencil& stencil = *routine_of(schedule, "all").stencil;
  EXPECT_TRUE(stencil.vertical);
  EXPECT_THAT(stencil.splitter_points, ElementsAre("a::below"));
  EXPECT_EQ(stencil.axis.splitters(), (std::vector<std::string>{"bottom", "cloud", "top"}));
  ASSERT_EQ(stencil.stages.size(), 2U);
  EXPECT_TRUE(stencil.stages[0].has_intervals);
  EXPECT_EQ(stencil.stages[0].order, VerticalOrder::forward);
  EXPECT_EQ(stencil.stages[1].kernels[1].routine, routine_of(schedule, "down_last").id);
  EXPECT_EQ(stencil.axis.text(stencil.stages[1].kernels[0].interval), "bottom+1 : top-2");
  EXPECT_FALSE(stencil.stages[0].reads[0].own);
  EXPECT_TRUE(stencil.stages[0].reads[1].own);
  EXPECT_THAT(stencil.phases[0].chain.stages[0].reads, testing::SizeIs(1)) << "without the read of its own output";
  EXPECT_EQ(computed(stencil, 0), "<0>");
  EXPECT_THAT(texts(world, routine_of(schedule, "all").reads), ElementsAre("a::x@0 interior"));
  EXPECT_THAT(schedule.text(), HasSubstr("    stage up on <0>, forward\n      kernel first on bottom+1\n"
                                         "      kernel body on bottom+2 : top-1\n"));
}

TEST(VerticalStencil, ExtentsAlongKAreNotPropagated) {
  const World world({stencil_thorn({up,
                                    "{as: mid, kernels: {\"bottom+1\": m0, \"bottom+2 : top-2\": m1, top-1: m2}, "
                                    "reads: [\"s<0, 0:1, -1:1>\"], writes: [t]}",
                                    "{kernel: f2, reads: [\"t<0:1>\", \"y<0, 0, 0:1>\"], writes: [v]}"})});
  const Schedule schedule = world.build();
  const Routine& all = routine_of(schedule, "all");
  EXPECT_EQ(computed(*all.stencil, 0), "<0:1, 0:1>");
  EXPECT_EQ(computed(*all.stencil, 1), "<0:1>");
  EXPECT_THAT(texts(world, all.reads), ElementsAre("a::x@0 everywhere", "a::y@0 everywhere"))
      << "f2 reads y above the last point";
}

TEST(VerticalStencil, InputsThatStayBetweenBottomAndTopAreReadInTheInterior) {
  const auto reads = [](const std::string& kernels) {
    const World world(
        {stencil_thorn({"{as: f, kernels: {" + kernels + "}, reads: [\"u<0, 0, -1:1>\", x], writes: [v]}"})});
    return texts(world, routine_of(world.build(), "all").reads).front();
  };
  EXPECT_EQ(reads("\"bottom+1\": a0, \"bottom+2 : top-2\": a1, top-1: a2"), "a::u@0 interior");
  EXPECT_EQ(reads("\"bottom+1\": a0, \"bottom+2 : top-1\": a1"), "a::u@0 interior") << "the first one can read k+1";
  EXPECT_EQ(reads("\"bottom+1 : top-1\": a0"), "a::u@0 everywhere");
  EXPECT_EQ(reads("\"bottom+1 : cloud-1\": a0, \"cloud+1 : top-1\": a1"), "a::u@0 interior");
}

TEST(VerticalStencil, TemporariesAreReadWhereTheyAreWritten) {
  EXPECT_EQ(
      errors_of_stages({"{as: up, order: forward, kernels: {\"bottom+1 : top-1\": f}, reads: [x, \"s<0, 0, "
                        "-1:-1>\"], writes: [s]}",
                        "{kernel: f1, reads: [\"s<0, 0, 0:1>\"], writes: [v]}"}),
      "a.yaml:13:79: a::all: stage \"up\" reads the temporary s<0, 0, -1:-1> from \"bottom+1 : top-1\", so it reads "
      "\"bottom-1\", but stage \"up\" writes it on \"bottom+1 : top-1\" only: let the kernel that reads s at k-1 begin "
      "at \"bottom+2\", and let another kernel compute the points before it\n"
      "a.yaml:14:30: a::all: stage \"f1\" reads the temporary s<0, 0, 0:1> from \"bottom+1 : top-1\", so it reads "
      "\"top+1\", but stage \"up\" writes it on \"bottom+1 : top-1\" only: let the kernel that reads s at k+1 end at "
      "\"top-2\", and let another kernel compute the points after it\n");
  const std::string low = "{as: low, kernels: {\"bottom+1 : cloud-1\": f}, reads: [x], writes: [s]}";
  const std::string high = "{as: high, kernels: {\"cloud+1 : top-1\": g}, reads: [x], writes: [s]}";
  EXPECT_EQ(
      errors_of_stages({low, "{kernel: f1, reads: [s], writes: [v]}"}),
      "a.yaml:14:30: a::all: stage \"f1\" reads the temporary s from \"bottom+1 : top-1\", so it reads \"top-1\", but "
      "stage \"low\" writes it on \"bottom+1 : cloud-1\" only: let the kernel that reads s end at \"cloud-1\", or "
      "write "
      "s at \"top-1\" in an earlier stage\n");
  EXPECT_EQ(errors_of_stages({low, high, "{kernel: f1, reads: [s], writes: [v]}"}), "");
  EXPECT_EQ(errors_of_stages({low, "{as: f1, kernels: {\"bottom+1 : cloud-1\": h}, reads: [s], writes: [v]}"}), "");
}

TEST(VerticalStencil, SeveralStagesTogetherCanWriteTheWholeAxis) {
  const World world({stencil_thorn({"{as: low, kernels: {\"bottom+1 : cloud-1\": f}, reads: [x], writes: [v]}",
                                    "{as: high, kernels: {\"cloud+1 : top-1\": g}, reads: [y], writes: [v]}"})});
  const Schedule schedule = world.build();
  const Routine& all = routine_of(schedule, "all");
  EXPECT_EQ(computed(*all.stencil, 0), "<0>") << "the second stage keeps what the first one writes";
  EXPECT_THAT(all.stencil->phases[0].propagation.unasked, IsEmpty());
  EXPECT_THAT(texts(world, all.reads), ElementsAre("a::x@0 interior", "a::y@0 interior"));
}

TEST(VerticalStencil, WhatAStageLeavesOutIsAnInput) {
  const World world({stencil_thorn({"{as: low, kernels: {\"bottom+1 : cloud-1\": f}, reads: [x], writes: [v]}",
                                    "{kernel: f1, reads: [v], writes: [y]}"})});
  EXPECT_THAT(texts(world, routine_of(world.build(), "all").reads), ElementsAre("a::x@0 interior", "a::v@0 interior"));
}

TEST(VerticalStencil, ItsOwnOutputCanBeginAtTheBoundary) {
  const World world({stencil_thorn({"{kernel: sum, order: forward, reads: [x, \"v<0, 0, -1:-1>\"], writes: [v]}"})});
  EXPECT_THAT(texts(world, routine_of(world.build(), "all").reads),
              ElementsAre("a::x@0 interior", "a::v@0 boundary, ghosts"));
}

TEST(VerticalStencil, TheBodiesOfKernelsShowWhichOfThemReadHowFar) {
  const World world({stencil_thorn({up, "{kernel: f1, reads: [s, \"u<0, 0, -1:1>(interior)\"], writes: [v]}"})});
  const auto errors = [&](const std::string& first, const std::string& body) {
    Schedule schedule = world.build();
    ErrorList errors;
    schedule.derive_extents(
        3,
        [&](int routine, Slot slot) -> SeenRead {
          const std::string& name = schedule.routines()[static_cast<std::size_t>(routine)].name;
          if (slot.variable != world.variable("a::s") || name == "f1") return {};
          const std::string& text = name == "up_first" ? first : body;
          return {true, text.empty() ? std::nullopt : std::optional(parse_extent(text))};
        },
        errors);
    return errors.messages();
  };
  EXPECT_THAT(errors("", "<0, 0, -1:-1>"), IsEmpty());
  EXPECT_THAT(errors("<0, 0, -1:-1>", ""), ElementsAre(HasSubstr("stage \"up\" reads the temporary s<0, 0, -1:-1> from "
                                                                 "\"bottom+1\", so it reads \"bottom-1\"")));
}

TEST(VerticalStencil, WrongSplitters) {
  const std::string base =
      "thorn: b\ndescription: d\nparameters: {p: {type: int, default: 1, steerable: always, description: d}, "
      "q: {type: real, default: 1.0, description: d}}\n";
  const auto errors = [&](const std::string& parameter) {
    return World({base, "thorn: a\ndescription: d\ninherits: [b]\nsplitters: {cloud: " + parameter +
                            "}\ngroups: {g: {type: gf, variables: [u, v], description: d}}\nschedule:\n"
                            "  - {stencil: all, at: evol, stages: [{kernel: f, reads: [u], writes: [v]}]}\n"})
        .errors();
  };
  EXPECT_EQ(errors("p"),
            "a.yaml:4:13: splitter \"cloud\": b::p may change during a run, but a splitter stays where it is: "
            "write \"steerable: recover\" or \"steerable: never\"\n");
  EXPECT_THAT(errors("q"),
              HasSubstr("splitter \"cloud\": b::q is real, expected an int parameter: the number of points below "
                        "the splitter\n"));
  EXPECT_THAT(errors("r"), HasSubstr("\"r\""));
}

TEST(VerticalStencil, PositionsOfSplitters) {
  World world({stencil_thorn({up, "{kernel: f1, reads: [s], writes: [v]}"})});
  const Schedule schedule = world.build();
  DomainSpec spec;
  spec.cells = {8, 8, 12};
  const Domain domain(spec);
  EXPECT_EQ(splitter_positions(*routine_of(schedule, "all").stencil, world.parameters, domain),
            (std::vector<long>{1, 5, 12}));
}

} // namespace stencil_vertical_test
} // namespace nopal::test
