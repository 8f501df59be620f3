#include "stencils.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace stencil_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The published examples have the variables a to e (docs of GridTools); `temporaries` are among them.
std::string published(const std::string& gfs, const std::string& temporaries, const std::string& f1) {
  return "thorn: published\ndescription: d\ngroups:\n  fields: {type: gf, variables: [" + gfs +
         "], description: d}\n  work: {type: gf, variables: [" + temporaries +
         "], temporary: true, description: d}\nschedule:\n  - stencil: example\n    at: evol\n    stages:\n"
         "      - {kernel: f0, reads: [\"b<-1:1>\", \"c<0:1>\"], writes: [a]}\n"
         "      - {kernel: f1, " +
         f1 + "}\n      - {kernel: f2, reads: [\"a<-1:2>\", \"d<-2:2>\", \"c<-1:1>\"], writes: [e]}\n";
}

TEST(Stencil, PublishedExample1) {
  const World world({published("b, c, e", "a, d", "reads: [\"b<-2:0>\", \"c<-1:2>\"], writes: [d]")});
  const Schedule schedule = world.build();
  const Stencil& stencil = *routine_of(schedule, "example").stencil;
  ASSERT_EQ(stencil.phases.size(), 1U);
  const StencilPhase& phase = stencil.phases[0];
  EXPECT_EQ(named(phase, phase.propagation.maps[2]), "b <0>, c <-1:1>, a <-1:2>, d <-2:2>, e <0>");
  EXPECT_EQ(named(phase, phase.propagation.maps[1]), "b <-4:2>, c <-3:4>, a <-1:2>, d <-2:2>, e <0>");
  EXPECT_EQ(named(phase, phase.propagation.maps[0]), "b <-4:3>, c <-3:4>, a <-1:2>, d <-2:2>, e <0>");
  EXPECT_EQ(computed(stencil, 0), "<-1:2>");
  EXPECT_EQ(computed(stencil, 1), "<-2:2>");
  EXPECT_EQ(computed(stencil, 2), "<0>");
  ASSERT_EQ(stencil.temporaries.size(), 2U);
  EXPECT_EQ(stencil.temporaries[0].variable, world.variable("published::a"));
  EXPECT_EQ(stencil.temporaries[0].written.text(), "<-1:2>");
  EXPECT_EQ(stencil.temporaries[1].written.text(), "<-2:2>");
}

TEST(Stencil, PublishedExample2) {
  const World world({published("b, c, e", "a, d", "reads: [\"b<-2:0>\", \"a<-1:2>\"], writes: [d]")});
  const Schedule schedule = world.build();
  const StencilPhase& phase = routine_of(schedule, "example").stencil->phases[0];
  EXPECT_EQ(named(phase, phase.propagation.maps[2]), "b <0>, c <-1:1>, a <-1:2>, d <-2:2>, e <0>");
  EXPECT_EQ(named(phase, phase.propagation.maps[1]), "b <-4:2>, c <-1:1>, a <-3:4>, d <-2:2>, e <0>");
  EXPECT_EQ(named(phase, phase.propagation.maps[0]), "b <-4:5>, c <-3:5>, a <-3:4>, d <-2:2>, e <0>");
  EXPECT_EQ(computed(*routine_of(schedule, "example").stencil, 0), "<-3:4>");
}

TEST(Stencil, PublishedExample3IsRefused) {
  EXPECT_EQ(
      World({published("b, c, d, e", "a", "reads: [\"b<-2:0>\", \"a<-1:2>\"], writes: [c]")}).errors(),
      "published.yaml:10:41: published::example: stage \"f0\" reads c<0:1>, in all on <-2:4>, and the later stage "
      "\"f1\" writes c on <-1:1>: a stencil runs tile by tile, so stage \"f0\" could read the new values at some "
      "points. Let stage \"f1\" write another variable, or make two stencils and begin the second one with stage "
      "\"f1\"\n");
}

TEST(Stencil, ItIsOneRoutineWithTheClausesOfItsInputsAndOutputs) {
  const World world({stencil_thorn({"{kernel: f0, reads: [\"u@1<-1:1, 0:1>\", w], uses: [n], writes: [s]}",
                                    "{kernel: f1, reads: [\"s<0, -1:0>\", y, u@1], writes: [v, x]}",
                                    "{kernel: edge, reads: [y], writes: [v(boundary), x(boundary)]}"})});
  const Schedule schedule = world.build();
  const Routine& all = routine_of(schedule, "all");
  EXPECT_FALSE(all.is_kernel);
  EXPECT_FALSE(all.is_function());
  EXPECT_TRUE(all.calls_kernels());
  EXPECT_THAT(texts(world, all.reads), ElementsAre("a::u@1 everywhere", "a::w@0 interior", "a::y@0 owned"));
  EXPECT_THAT(texts(world, all.writes), ElementsAre("a::v@0 owned", "a::x@0 owned"));
  EXPECT_THAT(all.uses, ElementsAre("a::n"));
  EXPECT_THAT(all.launchers, IsEmpty());

  const Routine& f0 = routine_of(schedule, "f0");
  EXPECT_TRUE(f0.is_kernel);
  EXPECT_EQ(f0.stage, 0);
  EXPECT_EQ(f0.bin, "");
  EXPECT_THAT(f0.launchers, ElementsAre(all.id));
  EXPECT_THAT(texts(world, f0.reads), ElementsAre("a::u@1 everywhere", "a::w@0 interior"));
  EXPECT_EQ(f0.reads[0].extent->text(), "<-1:1, 0:1>");
  EXPECT_THAT(texts(world, f0.writes), ElementsAre("a::s@0 interior"));
  EXPECT_THAT(texts(world, routine_of(schedule, "f1").reads),
              ElementsAre("a::s@0 everywhere", "a::y@0 interior", "a::u@1 interior"));
  EXPECT_THAT(texts(world, routine_of(schedule, "edge").reads), ElementsAre("a::y@0 boundary"));
  EXPECT_THAT(texts(world, routine_of(schedule, "edge").writes), ElementsAre("a::v@0 boundary", "a::x@0 boundary"));
}

TEST(Stencil, TheScheduleCallsItAndNotItsKernels) {
  const World world(
      {stencil_thorn({"{kernel: f0, reads: [\"u<-1:1>\"], writes: [s]}", "{kernel: f1, reads: [s], writes: [v]}"},
                     "    sync: [v]\n  - {kernel: late, at: evol, after: [all], writes: [x]}\n")});
  const Schedule schedule = world.build();
  BinSteps steps(schedule);
  steps.start("evol", {});
  std::vector<std::string> called;
  for (const Step& step : steps.next())
    if (step.kind == StepKind::call) called.push_back(step.routine->name);
  EXPECT_THAT(called, ElementsAre("all", "late")) << "a stencil does not end a list";
  EXPECT_TRUE(steps.next().empty());
  EXPECT_EQ(schedule.callable().size(), 4U) << "the stencil, its kernels and the kernel late";
  EXPECT_THAT(schedule.text(), HasSubstr("  a::all: stencil\n"
                                         "    stage f0 on <0>\n"
                                         "      kernel f0\n"
                                         "      reads a::u@0<-1:1>(everywhere)\n"
                                         "      writes a::s@0(interior)\n"
                                         "    stage f1 on <0>\n"
                                         "      kernel f1\n"
                                         "      reads a::s@0(interior)\n"
                                         "      writes a::v@0(interior)\n"
                                         "    reads a::u@0(everywhere)\n"
                                         "    writes a::v@0(interior)\n"
                                         "    sync a::v\n"));
  EXPECT_THAT(schedule.text(), testing::Not(HasSubstr("launched by")));
}

TEST(Stencil, StagesOnTheBoundaryArePhasesOfTheirOwn) {
  const World world(
      {stencil_thorn({"{kernel: f0, reads: [\"u<-1:1>\"], writes: [s]}", //
                      "{kernel: f1, reads: [\"s<-1:1>\"], writes: [v]}",
                      "{kernel: edge, reads: [\"v<0:1>(interior)\", \"u<0:1>\"], writes: [v(boundary)]}",
                      "{kernel: f2, reads: [v, \"u<-1:0>\"], writes: [t]}", "{kernel: f3, reads: [t], writes: [y]}"})});
  const Schedule schedule = world.build();
  const Routine& all = routine_of(schedule, "all");
  ASSERT_EQ(all.stencil->phases.size(), 3U);
  EXPECT_EQ(all.stencil->phases[1].first, 2);
  EXPECT_EQ(all.stencil->phases[1].last, 3);
  EXPECT_EQ(computed(*all.stencil, 0), "<-1:1>");
  EXPECT_EQ(computed(*all.stencil, 2), "<0>");
  EXPECT_THAT(texts(world, all.reads), ElementsAre("a::u@0 everywhere"));
  EXPECT_THAT(texts(world, all.writes), ElementsAre("a::v@0 owned", "a::y@0 interior"));
}

TEST(Stencil, AClauseCanNameTheRegionOfAnInput) {
  const World world({stencil_thorn({"{kernel: f0, reads: [\"u(owned)\", \"v<-1:1>(interior, ghosts)\"], writes: [s]}",
                                    "{kernel: f1, reads: [s], writes: [x]}"})});
  EXPECT_THAT(texts(world, routine_of(world.build(), "all").reads),
              ElementsAre("a::u@0 owned", "a::v@0 interior, ghosts"));
  const World extended({stencil_thorn(
      {"{kernel: f0, reads: [\"u(owned)\"], writes: [s]}", "{kernel: f1, reads: [\"s<0:1>\"], writes: [x]}"})});
  EXPECT_THAT(texts(extended, routine_of(extended.build(), "all").reads), ElementsAre("a::u@0 everywhere"))
      << "the stage is extended, so the clause does not say what is read";
}

TEST(Stencil, StagesThatNothingAsksForAreNotRun) {
  const World world(
      {stencil_thorn({"{kernel: f0, reads: [\"u<-1:1>\"], writes: [s]}", "{kernel: f1, reads: [v], writes: [x]}"})});
  const Schedule schedule = world.build();
  const Routine& all = routine_of(schedule, "all");
  EXPECT_EQ(computed(*all.stencil, 0), "nothing");
  EXPECT_THAT(texts(world, all.reads), ElementsAre("a::v@0 interior")) << "nobody reads u";
}

/// What a kernel reads, as its body would show it; "none": nothing, "hidden": the body hides it.
Schedule::SeenReads seen(const Schedule& schedule, std::map<std::string, std::string> reads) {
  return [&schedule, reads](int routine, Slot) -> SeenRead {
    const std::string& text = reads.at(schedule.routines()[static_cast<std::size_t>(routine)].name);
    if (text == "hidden") return {};
    if (text == "none") return {true, std::nullopt};
    return {true, parse_extent(text)};
  };
}

TEST(Stencil, ExtentsThatAreNotDeclaredComeFromTheKernels) {
  const World world(
      {stencil_thorn({"{kernel: f0, reads: [u], writes: [s]}", "{kernel: f1, reads: [s], writes: [v]}"})});
  Schedule schedule = world.build();
  EXPECT_THAT(texts(world, routine_of(schedule, "all").reads), ElementsAre("a::u@0 interior"));
  ErrorList errors;
  schedule.derive_extents(3, seen(schedule, {{"f0", "<-1:1>"}, {"f1", "<0:1>"}}), errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  EXPECT_THAT(texts(world, routine_of(schedule, "all").reads), ElementsAre("a::u@0 everywhere"));
  EXPECT_EQ(computed(*routine_of(schedule, "all").stencil, 0), "<0:1>");
  EXPECT_EQ(routine_of(schedule, "f0").reads[0].extent->text(), "<-1:1>");

  Schedule hidden = world.build();
  hidden.derive_extents(3, seen(hidden, {{"f0", "hidden"}, {"f1", "<0:1>"}}), errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  EXPECT_EQ(routine_of(hidden, "f0").reads[0].extent->text(), "<0>") << "a check compares this with the kernel";
}

TEST(Stencil, DerivedExtentsKeepTheRules) {
  const World world(
      {stencil_thorn({"{kernel: f0, reads: [u], writes: [v]}", "{kernel: f1, reads: [v], writes: [x]}"})});
  Schedule schedule = world.build();
  ErrorList errors;
  schedule.derive_extents(3, seen(schedule, {{"f0", "<-1:1>"}, {"f1", "<0:1>"}}), errors);
  EXPECT_THAT(errors.messages(), ElementsAre(HasSubstr("a::all: stage \"f1\" reads v<0:1> and the earlier stage \"f0\" "
                                                       "writes v, which is an output of the stencil")));
}

TEST(Stencil, ExtentsCountAlongAxesThatExist) {
  const World world({stencil_thorn({"{kernel: f0, reads: [\"u<0, 0, -1:1>\"], writes: [s]}",
                                    "{kernel: f1, reads: [\"s<0, 0:1, 0:1>\"], writes: [v]}"})});
  Schedule schedule = world.build();
  const auto none = [](int, Slot) { return SeenRead{}; };
  EXPECT_EQ(computed(*routine_of(schedule, "all").stencil, 0), "<0, 0:1, 0:1>");
  ErrorList errors;
  schedule.derive_extents(2, none, errors);
  EXPECT_EQ(computed(*routine_of(schedule, "all").stencil, 0), "<0, 0:1>");
  schedule.derive_extents(1, none, errors);
  EXPECT_EQ(computed(*routine_of(schedule, "all").stencil, 0), "<0>");
  EXPECT_THAT(texts(world, routine_of(schedule, "all").reads), ElementsAre("a::u@0 interior"));
  EXPECT_THAT(errors.messages(), IsEmpty());
}

} // namespace stencil_test
} // namespace nopal::test
