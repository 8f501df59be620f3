#include "stencils.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace stencil_errors_test {

using testing::HasSubstr;
using testing::StartsWith;

TEST(StencilErrors, TemporariesAreWrittenBeforeTheyAreRead) {
  EXPECT_EQ(
      errors_of_stages({"{kernel: f0, reads: [s], writes: [v]}"}),
      "a.yaml:13:30: a::all: stage \"f0\" reads the temporary s, but no earlier stage of the stencil writes it: add "
      "\"writes: [s]\" to a stage before \"f0\", or remove \"temporary: true\" from the group of s\n");
  EXPECT_EQ(
      errors_of_stages({"{kernel: f0, reads: ['s<0:1>'], writes: [v]}", "{kernel: f1, reads: [u], writes: [s]}"}),
      "a.yaml:13:30: a::all: stage \"f0\" reads the temporary s, but stage \"f1\" writes it only later: move stage "
      "\"f1\" before \"f0\", or remove \"temporary: true\" from the group of s\n");
}

TEST(StencilErrors, TemporariesEndAtABoundaryStage) {
  const std::string edge =
      "but temporaries exist only while stages of the interior run: use a variable that is not temporary\n";
  EXPECT_EQ(errors_of_stages({"{kernel: f0, reads: [u], writes: [s, v]}",
                              "{kernel: edge, reads: [s], writes: [t, v(boundary)]}",
                              "{kernel: f1, reads: [s], writes: [x]}"}),
            "a.yaml:14:9: a::all: stage \"edge\" writes the boundary and the temporary t, " + edge +
                "a.yaml:14:32: a::all: stage \"edge\" writes the boundary and reads the temporary s, " + edge +
                "a.yaml:15:30: a::all: stage \"f1\" reads the temporary s, which stage \"f0\" writes before the "
                "boundary stage "
                "\"edge\": temporaries end there. Move stage \"f1\" before \"edge\", or let \"f0\" write a variable "
                "that is not "
                "temporary\n");
}

TEST(StencilErrors, TemporariesHaveNoRegions) {
  EXPECT_EQ(
      errors_of_stages(
          {"{kernel: f0, reads: [u], writes: [s(interior)]}", "{kernel: f1, reads: [s(boundary)], writes: [x]}"}),
      "a.yaml:13:43: a::all: stage \"f0\" writes s(interior), but s is a temporary, which has no regions: write \"s\"\n"
      "a.yaml:14:30: a::all: stage \"f1\" reads s(boundary), but s is a temporary, which has no regions: write "
      "\"s\"\n");
}

const std::vector<std::string> good = {"{kernel: f0, reads: [u], writes: [s]}",
                                       "{kernel: f1, reads: [s], writes: [x]}"};

TEST(StencilErrors, TemporariesExistInsideStencilsOnly) {
  const auto error = [](const std::string& more) { return World({stencil_thorn(good, more)}).errors(); };
  const std::string only = ", which is a temporary and exists only inside a stencil: ";
  const std::string leave_out = only + "leave it out\n";
  EXPECT_EQ(error("    sync: [work]\n"),
            "a.yaml:10:5: a::all: sync: names a::s" + leave_out + "a.yaml:10:5: a::all: sync: names a::t" + leave_out);
  EXPECT_EQ(error("    storage: [s]\n"), "a.yaml:10:5: a::all: storage: names a::s" + leave_out);
  EXPECT_EQ(error("    trigger: [t]\n"), "a.yaml:10:5: a::all: trigger: names a::t" + leave_out);
  const std::string use = "use a variable that is not temporary\n";
  const std::string fix = only + "make this routine a stage of the stencil, or " + use;
  EXPECT_EQ(error("  - {kernel: g, at: evol, reads: [s], writes: [v]}\n"), "a.yaml:15:35: a::g reads s" + fix);
  EXPECT_EQ(error("  - {function: g, at: evol, writes: [t]}\n"), "a.yaml:15:38: a::g writes t" + only + use);
  EXPECT_EQ(error("  - {kernel: g, at: evol, bind: {f: a::s}, writes: [f]}\n"), "a.yaml:15:53: a::g writes s" + fix);

  World output({stencil_thorn(good),
                "thorn: out\ndescription: d\nparameters: {list: {type: \"string[]\", default: [], "
                "description: d}}\nschedule:\n  - {function: show, at: output, reads: [{from: list}]}\n"});
  const Schedule schedule = output.build();
  output.set("out::list", strings({"a::s"}));
  EXPECT_EQ(output.errors(), "run.yaml:7:3: out::list lists a::s" + leave_out);
}

TEST(StencilErrors, OutputsAreNotReadAroundTheirPoints) {
  const std::string fix =
      ", which is an output of the stencil: each tile writes its outputs at its own points only, so the "
      "values around them are not known. Let stage \"f0\" write a temporary, let stage \"f1\" read it, "
      "and add a stage that copies it to v\n";
  EXPECT_EQ(
      errors_of_stages({"{kernel: f0, reads: [u], writes: [v]}", "{kernel: f1, reads: [\"v<-1:1>\"], writes: [x]}"}),
      "a.yaml:14:30: a::all: stage \"f1\" reads v<-1:1> and the earlier stage \"f0\" writes v" + fix);
  EXPECT_EQ(errors_of_stages({"{kernel: f0, reads: [u], writes: [v]}", "{kernel: f1, reads: [v], writes: [s]}",
                              "{kernel: f2, reads: [\"s<0, 0:1>\"], writes: [x]}"}),
            "a.yaml:14:30: a::all: stage \"f1\" reads v, in all on <0, 0:1>, and the earlier stage \"f0\" writes v" +
                fix);
  EXPECT_EQ(
      errors_of_stages({"{kernel: f0, reads: [u], writes: [v, s]}", "{kernel: f1, reads: [\"s<-1:1>\"], writes: [x]}"}),
      "a.yaml:13:9: a::all: stage \"f0\" writes the output v, but stage \"f1\" needs its result s on <-1:1>: each tile "
      "writes its outputs at its own points only. Let stage \"f0\" write a temporary in place of v, and add a stage "
      "that copies it to v\n");
  EXPECT_EQ(errors_of_stages({"{kernel: f0, reads: [u], writes: [v]}", "{kernel: f1, reads: [v], writes: [x]}"}), "")
      << "at the point itself it may be read";
}

TEST(StencilErrors, BadDependencies) {
  EXPECT_EQ(
      errors_of_stages({"{kernel: f0, reads: [\"u<-1:1>\"], writes: [u]}"}),
      "a.yaml:13:30: a::all: stage \"f0\" reads u<-1:1> and writes u on <0>: it would read old values at some points "
      "and new values at others. Let stage \"f0\" write another variable\n");
  EXPECT_THAT(
      errors_of_stages({"{kernel: f0, reads: [u], writes: [u]}", "{kernel: f1, reads: [\"x<1:1>\"], writes: [s]}",
                        "{kernel: f2, reads: [s], writes: [x]}"}),
      StartsWith("a.yaml:14:30: a::all: stage \"f1\" reads x<1:1> and the later stage \"f2\" writes x on <0>: a "
                 "stencil runs tile by tile"));
  EXPECT_EQ(errors_of_stages({"{kernel: f0, reads: [u], writes: [u]}"}), "");
}

TEST(StencilErrors, RegionsOfWrites) {
  EXPECT_EQ(
      errors_of_stages({"{kernel: f0, reads: [u], writes: [v(interior), v(boundary)]}"}),
      "a.yaml:13:43: a::all: stage \"f0\" writes v(owned): make two stages, one that writes v(interior) and a later "
      "one that writes v(boundary)\n");
  EXPECT_EQ(
      errors_of_stages({"{kernel: f0, reads: [u], writes: [v, x(boundary)]}"}),
      "a.yaml:13:46: a::all: stage \"f0\" writes v(interior) and x(boundary): make two stages, one for the interior "
      "and a later one for the boundary\n");
}

TEST(StencilErrors, StagesReadOnlyWhatEarlierOnesHaveWritten) {
  const std::string f0 = "{kernel: f0, reads: [u], writes: [v]}";
  const std::string edge = "{kernel: edge, reads: [u], writes: [v(boundary)]}";
  EXPECT_EQ(
      errors_of_stages({f0, "{kernel: edge, reads: [\"v<0:1>\"], writes: [v(boundary)]}"}),
      "a.yaml:14:32: a::all: stage \"edge\" reads v(everywhere), but only v(interior) is known, because stage \"f0\" "
      "has written v(interior): write \"v<0:1>(interior)\"\n");
  EXPECT_EQ(
      errors_of_stages({f0, edge, "{kernel: f1, reads: [\"v<0:1>\"], writes: [x]}"}),
      "a.yaml:15:30: a::all: stage \"f1\" reads v(everywhere), but only v(owned) is known, because stage \"edge\" has "
      "written v(boundary): make two stencils, begin the second one with stage \"f1\", and write \"sync: [v]\" in the "
      "first one\n");
  EXPECT_EQ(errors_of_stages({f0, edge, "{kernel: f1, reads: [v], writes: [x]}"}), "");
  EXPECT_EQ(
      errors_of_stages({"{kernel: edge, reads: [\"v<0:1>\"], writes: [v(boundary)]}"}),
      "a.yaml:13:32: a::all: stage \"edge\" reads v<0:1> and writes v(boundary): it would read old values at some "
      "points and new values at others. Write \"v<0:1>(interior)\", or let stage \"edge\" write another variable\n");
  EXPECT_EQ(errors_of_stages({"{kernel: edge, reads: [\"v<0:1>(interior)\"], writes: [v(boundary)]}"}), "");
}

TEST(StencilErrors, OnlyGridFunctionsHavePointsAroundAPoint) {
  EXPECT_EQ(errors_of_stages({"{kernel: f0, reads: [u, w<0:1>], writes: [v]}"}),
            "a.yaml:13:33: \"w<0:1>\": a::w is a scalar, which has no points around a point: leave the extent out\n");
}

TEST(StencilErrors, AWrongClauseIsReportedAlone) {
  EXPECT_EQ(errors_of_stages({"{kernel: f0, reads: [u], writes: [z]}", "{kernel: f1, reads: [s], writes: [x]}"}),
            "a.yaml:13:43: \"z\" is no variable or group of a (did you mean \"u\"?)\n")
      << "s is not written because of the mistake";
}

/// The error of a stage that reads its own output on this extent.
std::string error_of_order(const std::string& order, const std::string& extent) {
  return errors_of_stages({"{kernel: f0, order: " + order + ", reads: [x, \"v" + extent + "\"], writes: [v]}"});
}

TEST(StencilErrors, OrderedStagesReadTheirOutputBehindTheirPoint) {
  EXPECT_EQ(error_of_order("forward", "<0, 0, -1:-1>"), "");
  EXPECT_EQ(error_of_order("backward", "<0, 0, 1:1>"), "");
  const std::string own = "a::all: stage \"f0\" reads its own output v";
  EXPECT_EQ(error_of_order("forward", "<0, 0, 1:1>"),
            "a.yaml:13:49: " + own +
                "<0, 0, 1:1>, but with \"order: forward\" it may read only what it has written at points "
                "below: write \"v<0, 0, -1:-1>\", or \"order: backward\"\n");
  EXPECT_EQ(error_of_order("backward", "<0, 0, -2:-1>"),
            "a.yaml:13:50: " + own +
                "<0, 0, -2:-1>, but with \"order: backward\" it may read only what it has written at "
                "points above: write \"v<0, 0, 1:1>\", or \"order: forward\"\n");
  const std::string other = ", and let an earlier stage write another variable for the values at other points\n";
  EXPECT_THAT(error_of_order("forward", "<0, 0, -1:0>"), HasSubstr(own + "<0, 0, -1:0>, but with \"order: forward\""));
  EXPECT_THAT(error_of_order("forward", "<0, 0, -1:1>"), HasSubstr("write \"v<0, 0, -1:-1>\"" + other));
  EXPECT_THAT(error_of_order("forward", "<0>"), HasSubstr(own + ", but with \"order: forward\" it may read only"));
  EXPECT_THAT(error_of_order("backward", "<0, 0, 0:1>"), HasSubstr("write \"v<0, 0, 1:1>\"" + other));
  EXPECT_EQ(error_of_order("forward", "<-1:0, 0, -1:-1>"),
            "a.yaml:13:49: " + own +
                "<-1:0, 0, -1:-1>, but with \"order: forward\" neighbouring columns are computed at the "
                "same time: read it along k only, or write another variable in an earlier stage and read that one\n");
}

TEST(StencilErrors, WithoutAnOrderNoOutputIsReadAlongK) {
  const std::string own = "a.yaml:13:50: a::all: stage \"f0\" reads its own output v";
  const std::string any = " along k, but with \"order: parallel\" the points of a column are computed in any order: ";
  EXPECT_EQ(error_of_order("parallel", "<0, 0, -1:-1>"),
            own + "<0, 0, -1:-1>" + any + "give the stage \"order: forward\"\n");
  EXPECT_EQ(error_of_order("parallel", "<0, 0, 1:2>"),
            own + "<0, 0, 1:2>" + any + "give the stage \"order: backward\"\n");
  EXPECT_EQ(error_of_order("parallel", "<0, 0, -1:1>"), own + "<0, 0, -1:1>" + any + "write another variable\n");
  // In a stencil with columns, too, where extents along k are not propagated.
  EXPECT_THAT(errors_of_stages({"{kernel: f0, reads: [x, \"v<0, 0, -1:1>\"], writes: [v]}",
                                "{kernel: f1, order: forward, reads: [v], writes: [y]}"}),
              HasSubstr("stage \"f0\" reads its own output v<0, 0, -1:1>" + any));
}

TEST(StencilErrors, TheBoundaryHasNoColumns) {
  EXPECT_EQ(
      errors_of_stages({"{kernel: edge, order: forward, reads: [x], writes: [v(boundary)]}"}),
      "a.yaml:13:9: a::all: stage \"edge\" writes the boundary, so it has no columns: remove \"order: forward\"\n");
  EXPECT_EQ(
      errors_of_stages({"{as: edge, kernels: {\"bottom+1 : top-1\": f}, reads: [x], writes: [v(boundary)]}"}),
      "a.yaml:13:9: a::all: stage \"edge\" writes the boundary, so it has no columns: remove its intervals, and write "
      "\"kernel:\"\n");
}

} // namespace stencil_errors_test
} // namespace nopal::test
