// Reads that follow a parameter: reads: {from:, every:}.
#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace following_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string wave = R"(thorn: wave
description: d
groups:
  fields: {type: gf, variables: [phi, psi], timelevels: 2, description: d}
  numbers: {type: scalar, variables: [energy], description: d}
)";
std::string writer(const std::string& item = "{function: write, at: output, reads: {from: names, every: every}}") {
  return R"(thorn: writer
description: d
parameters:
  names: {type: "string[]", default: [], steerable: always, description: d}
  every: {type: int, default: 10, description: d}
  text: {type: string, default: x, description: d}
schedule:
  - )" + item +
         "\n";
}

TEST(FollowingReads, AreOwnedPointsOfTimelevel0AtTheIterationsThatEverySelects) {
  World world({wave, writer()});
  world.set("writer::names", strings({"wave::fields", "wave::energy"}));
  const Schedule schedule = world.build();
  const Routine& routine = schedule.routines().at(0);
  ASSERT_EQ(routine.reads.size(), 3u);
  EXPECT_EQ(routine.reads[0], (Clause{{world.variable("wave::phi"), 0}, Region::owned, {"run.yaml", 7, 3}}));
  EXPECT_EQ(routine.reads[1].region, Region::owned);
  EXPECT_EQ(routine.reads[2].region, Region::interior);
  EXPECT_THAT(events(world, schedule, "output", 0), ElementsAre("call writer::write"));
  EXPECT_THAT(events(world, schedule, "output", 5), IsEmpty());
  EXPECT_THAT(events(world, schedule, "output", 20), ElementsAre("call writer::write"));
}

TEST(FollowingReads, MayBeOfSomePointsOnly) {
  World world({wave, R"yaml(thorn: writer
description: d
parameters:
  names: {type: "string[]", default: ["wave::phi", "wave::energy"], steerable: always, description: d}
  point: {type: "real[]", default: [0.5, 0.5, 0.5], steerable: always, description: d}
  planes: {type: "keyword[]", default: [xy], choices: {xy: d, xz: d, yz: d}, description: d}
  lower: {type: "real[]", default: [], description: d}
  stride: {type: "int[]", default: [], description: d}
  word: {type: keyword, default: linear, choices: {linear: d}, description: d}
schedule:
  - {function: lines, at: output, reads: {from: names, points: {lines: point}}}
  - {function: planes, at: output, reads: {from: names, points: {planes: planes, through: point}}}
  - {function: across, at: output, reads: {from: names, points: {normal: planes, through: point}}}
  - {function: region, at: output, reads: {from: names, points: {lower: lower, upper: lower, stride: stride}}}
  - {function: nearby, at: output, reads: {from: names, points: {at: point, interpolation: word}}}
  - {function: both, at: output, reads: [{from: names, points: {lines: point}}, "wave::phi(owned)"]}
inherits: [wave]
)yaml"});
  DomainSpec spec;
  spec.cells = {9, 7, 5};
  Schedule schedule = world.build();
  const auto points = [&](int routine, int clause = 0) {
    const auto& set = schedule.routines().at(static_cast<std::size_t>(routine)).reads.at(clause).points;
    return set ? set->points() : -1;
  };
  EXPECT_EQ(points(0), -1) << "the grid is not known";
  schedule.set_domain(Domain(spec));
  EXPECT_EQ(points(0), 10 + 8 + 6 - 2);
  EXPECT_EQ(points(0, 1), -1) << "a scalar";
  EXPECT_EQ(points(1), 10 * 8);
  EXPECT_EQ(points(3), -1) << "the whole grid";
  EXPECT_EQ(points(4), 2 * 2 * 2);
  EXPECT_EQ(points(5), -1) << "another clause reads everything";
  world.set("writer::stride", {true, {std::int64_t{2}, std::int64_t{1}, std::int64_t{1}}});
  world.set("writer::point", {true, {0.5}});
  schedule.refresh();
  EXPECT_EQ(points(3), 5 * 8 * 6);
  EXPECT_EQ(points(0), -1) << "a point that the thorn refuses";
}

TEST(FollowingReads, OutputVariablesAreThoseDue) {
  World world({wave, writer()});
  world.set("writer::names", strings({"wave::psi"}));
  const Schedule schedule = world.build();
  EXPECT_THAT(schedule.output_variables({10}), ElementsAre(world.variable("wave::psi")));
  EXPECT_THAT(schedule.output_variables({11}), IsEmpty());
}

TEST(FollowingReads, ARoutineWithNothingElseToDoIsNotCalledForAnEmptyList) {
  const World world({wave, writer()});
  EXPECT_THAT(events(world, world.build(), "output", 0), IsEmpty());
  const World with_a_read(
      {wave, writer("{function: write, at: output, reads: [{from: names, every: every}, wave::energy]}") +
                 "inherits: [wave]\n"});
  EXPECT_THAT(events(with_a_read, with_a_read.build(), "output", 0), ElementsAre("call writer::write"));
}

TEST(FollowingReads, AnUnknownNameIsAnErrorAtTheParameterFilesValue) {
  World world({wave, writer()});
  world.set("writer::names", strings({"wave::fi", "phi", "wave::feilds"}));
  const std::string errors = world.errors();
  EXPECT_THAT(errors, HasSubstr("run.yaml:7:3: writer::names lists \"wave::fi\", which is no variable or group of an "
                                "active thorn (did you mean \"wave::phi\"?)"));
  EXPECT_THAT(errors, HasSubstr("lists \"phi\", which is no variable or group of an active thorn (did you mean "
                                "\"wave::phi\"?)"));
  EXPECT_THAT(errors, HasSubstr("did you mean \"wave::fields\"?"));
}

TEST(FollowingReads, RefreshResolvesASteeredParameterAgain) {
  World world({wave, writer()});
  Schedule schedule = world.build();
  EXPECT_THAT(schedule.routines().at(0).reads, IsEmpty());
  world.set("writer::names", strings({"wave::phi"}));
  schedule.refresh();
  ASSERT_EQ(schedule.routines().at(0).reads.size(), 1u);
  world.set("writer::names", strings({"wave::none_such"}));
  EXPECT_THROW(schedule.refresh(), Error);
  EXPECT_EQ(schedule.routines().at(0).reads.size(), 1u);
}

TEST(FollowingReads, TextsNameVariablesWithTheirThorn) {
  World world({wave, writer("{function: w, at: output, reads: {from: names, in_texts: true}}")});
  world.set("writer::names", strings({"max(wave::phi)-wave::energy<psi", "no name", "wave::phi@0 wave::phi", ""}));
  const Schedule schedule = world.build();
  const std::vector<Clause>& reads = schedule.routines().at(0).reads;
  ASSERT_EQ(reads.size(), 2u);
  EXPECT_EQ(reads[0], (Clause{{world.variable("wave::phi"), 0}, Region::owned, {"run.yaml", 7, 3}}));
  EXPECT_EQ(reads[1].slot, (Slot{world.variable("wave::energy"), 0}));
}

TEST(FollowingReads, AnUnknownNameInATextIsAnError) {
  World world({wave, writer("{function: w, at: output, reads: {from: names, in_texts: true}}")});
  world.set("writer::names", strings({"max(wave::ph)", "wave::phi::x"}));
  const std::string errors = world.errors();
  EXPECT_THAT(errors, HasSubstr("run.yaml:7:3: writer::names names \"wave::ph\", which is no variable or group of an "
                                "active thorn (did you mean \"wave::phi\"?)"));
  EXPECT_THAT(errors, HasSubstr("names \"wave::phi::x\", which is no variable"));
}

TEST(FollowingWrites, AreTheInteriorUnlessTheySayMore) {
  World world(
      {wave, writer("{function: w, at: evol, reads: {from: names, timelevel: 1, region: everywhere}, writes: [{from: "
                    "names}, \"wave::energy\"]}") +
                 "inherits: [wave]\n"});
  world.set("writer::names", strings({"wave::fields"}));
  Schedule schedule = world.build();
  const int phi = world.variable("wave::phi"), psi = world.variable("wave::psi"),
            energy = world.variable("wave::energy");
  const Location value{"run.yaml", 7, 3};
  const Routine& routine = schedule.routines().at(0);
  EXPECT_THAT(routine.reads,
              ElementsAre(Clause{{phi, 1}, Region::everywhere, value}, Clause{{psi, 1}, Region::everywhere, value}));
  ASSERT_EQ(routine.writes.size(), 3u);
  EXPECT_EQ(routine.writes[0].slot, (Slot{energy, 0}));
  EXPECT_EQ(routine.writes[1], (Clause{{phi, 0}, Region::interior, value, Access::write}));
  world.set("writer::names", strings({}));
  schedule.refresh();
  EXPECT_THAT(routine.reads, IsEmpty());
  EXPECT_EQ(routine.writes.size(), 1u);
  EXPECT_THAT(schedule.output_variables({0}), IsEmpty()) << "what is written is no output";
}

TEST(FollowingWrites, OfOneName) {
  World world({wave, writer("{function: w, at: evol, writes: {from: text, region: owned}}")});
  world.set("writer::text", {false, {std::string("wave::psi")}});
  Schedule schedule = world.build();
  EXPECT_THAT(schedule.routines().at(0).writes,
              ElementsAre(Clause{{world.variable("wave::psi"), 0}, Region::owned, {"run.yaml", 7, 3}, Access::write}));
  world.set("writer::text", {false, {std::string()}});
  schedule.refresh();
  EXPECT_THAT(events(world, schedule, "evol", 1), IsEmpty()) << "it has nothing to do";
}

TEST(FollowingReads, Errors) {
  const auto errors = [](const std::string& item) { return World({wave, writer(item)}).errors(); };
  EXPECT_THAT(errors("{function: w, at: output, reads: {from: every}}"),
              HasSubstr("from: names writer::every, which is int; expected a parameter of type string or string[]"));
  EXPECT_THAT(errors("{function: w, at: output, reads: {from: names, every: text}}"),
              HasSubstr("every: names writer::text, which is string; expected an int (iterations)"));
  EXPECT_THAT(errors("{function: w, at: output, reads: {from: nams}}"), HasSubstr("did you mean \"names\"?"));
  EXPECT_THAT(errors("{function: w, at: output, every: 3, reads: {from: names, every: every}}"),
              HasSubstr("two different values of every:"));
}

std::string reducer(const std::string& item) {
  return R"(thorn: writer
description: d
inherits: [wave]
parameters:
  names: {type: "string[]", default: [], steerable: always, description: d}
  columns: {type: "keyword[]", default: [norm2, max], choices: {norm2: d, max: d}, steerable: always, description: d}
  colours: {type: "keyword[]", default: [red], choices: {red: d}, description: d}
schedule:
  - )" + item +
         "\n";
}

TEST(Reduces, AreReadsOfOwnedPointsWhereTheyAre) {
  World world({wave, reducer("{function: w, at: output, reads: [\"phi(interior)\"], reduces: [phi, psi@1, energy]}")});
  const Schedule schedule = world.build();
  const Routine& routine = schedule.routines().at(0);
  const int phi = world.variable("wave::phi"), psi = world.variable("wave::psi");
  ASSERT_EQ(routine.reads.size(), 4u);
  EXPECT_EQ(routine.reads[0].region, Region::interior);
  EXPECT_FALSE(routine.reads[0].is_reduced());
  for (const auto& [position, slot] : {std::pair{1u, Slot{phi, 0}}, std::pair{2u, Slot{psi, 1}}}) {
    EXPECT_EQ(routine.reads[position].slot, slot);
    EXPECT_EQ(routine.reads[position].region, Region::owned);
    EXPECT_TRUE(routine.reads[position].is_reduced());
    EXPECT_EQ(routine.reads[position].moments, (MomentsWanted{true, true, true, true}));
  }
  EXPECT_FALSE(routine.reads[3].is_reduced()) << "a scalar is read as any other";
  EXPECT_THAT(schedule.text(), HasSubstr("reduces wave::phi@0(owned), wave::psi@1(owned)"));
}

TEST(Reduces, FollowParameters) {
  World world({wave, reducer("{function: w, at: output, reduces: {from: names, which: columns}}")});
  Schedule schedule = world.build();
  EXPECT_THAT(events(world, schedule, "output", 0), IsEmpty());
  world.set("writer::names", strings({"wave::fields", "wave::energy"}));
  schedule.refresh();
  const std::vector<Clause>& reads = schedule.routines().at(0).reads;
  ASSERT_EQ(reads.size(), 3u);
  EXPECT_TRUE(reads[0].is_reduced() && reads[1].is_reduced());
  EXPECT_EQ(reads[0].moments, (MomentsWanted{.extremes = true, .squares = true}));
  EXPECT_FALSE(reads[2].is_reduced());
  EXPECT_THAT(schedule.output_variables({0}), testing::SizeIs(3));
}

TEST(Reduces, TheDeclarationMaySayWhich) {
  World world({wave, reducer("{function: w, at: output, reduces: {from: names, which: [max, norm1]}}")});
  Schedule schedule = world.build();
  const MomentsWanted wanted{.extremes = true, .magnitudes = true};
  world.set("writer::names", strings({"wave::phi"}));
  schedule.refresh();
  EXPECT_EQ(schedule.routines().at(0).reads.at(0).moments, wanted);
}

TEST(Reduces, Errors) {
  const auto errors = [](const std::string& item) { return World({wave, reducer(item)}).errors(); };
  EXPECT_THAT(
      errors("{function: w, at: output, reduces: {from: names, which: colours}}"),
      HasSubstr(
          "writer::colours lists \"red\", which is no reduction; the reductions are min, max, sum, average, norm1, "
          "norm2, norm_inf"));
  EXPECT_THAT(errors("{function: w, at: output, reduces: {from: names, which: [max, nrm2]}}"),
              HasSubstr("writer::w: which: lists \"nrm2\", which is no reduction; the reductions are min, max, sum"));
  EXPECT_THAT(errors("{function: w, at: output, reduces: {from: names, which: names}}"),
              HasSubstr("which: names writer::names, which is string[]; expected a parameter of type keyword[]"));
  EXPECT_THAT(errors("{function: w, at: output, reduces: [phi], writes: [phi]}"),
              HasSubstr("reduces wave::phi@0 and writes it, but a reduction uses the values from before the call"));
  EXPECT_THAT(errors("{function: w, at: output, reduces: [phi@2]}"), HasSubstr("asks for timelevel 2 of wave::phi"));
}

TEST(Interpolates, AreReadsOfOwnedPoints) {
  World world({wave, reducer("{function: w, at: output, reads: [\"phi(interior)\"], interpolates: [phi, psi@1]}")});
  const Schedule schedule = world.build();
  const Routine& routine = schedule.routines().at(0);
  ASSERT_EQ(routine.reads.size(), 3u);
  EXPECT_TRUE(routine.reads[0].is_direct());
  for (const std::size_t position : {1u, 2u}) {
    EXPECT_TRUE(routine.reads[position].is_interpolated());
    EXPECT_FALSE(routine.reads[position].is_direct() || routine.reads[position].is_reduced());
    EXPECT_EQ(routine.reads[position].region, Region::owned);
  }
  EXPECT_THAT(schedule.text(), HasSubstr("interpolates wave::phi@0(owned), wave::psi@1(owned)"));
}

TEST(Interpolates, FollowAParameter) {
  World world({wave, reducer("{function: w, at: output, interpolates: {from: names}}")});
  Schedule schedule = world.build();
  EXPECT_THAT(events(world, schedule, "output", 0), IsEmpty());
  world.set("writer::names", strings({"wave::fields"}));
  schedule.refresh();
  const std::vector<Clause>& reads = schedule.routines().at(0).reads;
  ASSERT_EQ(reads.size(), 2u);
  EXPECT_TRUE(reads[0].is_interpolated() && reads[1].is_interpolated());
  world.set("writer::names", strings({"wave::energy"}));
  EXPECT_THAT(
      world.errors(),
      HasSubstr("writer::names lists wave::energy, but only grid functions have values at points: leave it out"));
}

TEST(Interpolates, Errors) {
  const auto errors = [](const std::string& item) { return World({wave, reducer(item)}).errors(); };
  EXPECT_THAT(errors("{function: w, at: output, interpolates: [energy]}"), HasSubstr("wave::energy is a scalar"));
  EXPECT_THAT(errors("{function: w, at: output, interpolates: [phi@2]}"), HasSubstr("timelevel 2 of wave::phi"));
  EXPECT_THAT(errors("{function: w, at: output, interpolates: [phi], writes: [phi]}"),
              HasSubstr("interpolates wave::phi@0 and writes it, but an interpolation uses the values from before the "
                        "call: write it in an earlier routine, or interpolate it in a later one"));
}

TEST(FollowingReads, TheInterpolationIsOneThatExists) {
  World world({wave, R"yaml(thorn: writer
description: d
parameters:
  names: {type: "string[]", default: ["wave::phi"], description: d}
  point: {type: "real[]", default: [0.5, 0.5, 0.5], description: d}
  word: {type: keyword, default: linear, choices: {linear: d, spline: d}, description: d}
schedule:
  - {function: nearby, at: output, reads: {from: names, points: {at: point, interpolation: word}}}
)yaml"});
  EXPECT_THAT(world.errors(),
              HasSubstr("points: of writer::nearby names the parameter writer::word, which has the choice "
                        "spline, but that is no interpolation; the words are nearest, linear, quadratic, "
                        "cubic, quartic, quintic"));
}

TEST(Trigger, ARoutineRunsOnlyWhenOutputThatIsDueReadsItsVariable) {
  World world({wave, writer(), R"(thorn: late
description: d
inherits: [wave]
schedule:
  - {function: compute, at: analysis, trigger: [psi]}
)"});
  world.set("writer::names", strings({"wave::psi"}));
  const Schedule schedule = world.build();
  EXPECT_THAT(events(world, schedule, "analysis", 10), ElementsAre("call late::compute"));
  EXPECT_THAT(events(world, schedule, "analysis", 11), IsEmpty());
}

} // namespace following_test
} // namespace nopal::test
