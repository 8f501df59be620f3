#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace clauses_test {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string wave = R"(thorn: wave
description: d
parameters:
  speed: {type: real, default: 1.0, description: d}
groups:
  fields: {type: gf, variables: [phi, psi], timelevels: 3, description: d}
  numbers: {type: scalar, variables: [energy], description: d}
  table: {type: array, variables: [row], shape: [4], description: d}
)";

World with(const std::string& lines) { return World({wave + "schedule:\n  - function: f\n    at: evol\n" + lines}); }
std::vector<std::string> reads(const std::string& clauses) {
  const World world = with("    reads: [" + clauses + "]\n");
  return texts(world, world.build().routines().at(0).reads);
}
std::vector<std::string> writes(const std::string& clauses) {
  const World world = with("    writes: [" + clauses + "]\n");
  return texts(world, world.build().routines().at(0).writes);
}
std::string read_errors(const std::string& clauses) { return with("    reads: [" + clauses + "]\n").errors(); }

TEST(Clauses, ReadsMeanEverywhereAndWritesTheInteriorOfTimelevel0) {
  EXPECT_THAT(reads("phi"), ElementsAre("wave::phi@0 everywhere"));
  EXPECT_THAT(writes("phi"), ElementsAre("wave::phi@0 interior"));
}

TEST(Clauses, TimelevelAndRegionAsWritten) {
  EXPECT_THAT(reads("phi@2(interior), psi(boundary)"), ElementsAre("wave::phi@2 interior", "wave::psi@0 boundary"));
}

TEST(Clauses, AGroupStandsForItsVariables) {
  EXPECT_THAT(reads("fields@1"), ElementsAre("wave::phi@1 everywhere", "wave::psi@1 everywhere"));
}

TEST(Clauses, ASlotNamedTwiceIsOneClauseOfBothRegions) {
  EXPECT_THAT(reads("phi(interior), psi(interior), phi(ghosts)"),
              ElementsAre("wave::phi@0 interior, ghosts", "wave::psi@0 interior"));
}

TEST(Clauses, FullNamesOfTheOwnThorn) { EXPECT_THAT(reads("\"wave::phi\""), ElementsAre("wave::phi@0 everywhere")); }

TEST(Clauses, ScalarsAndArraysHaveTheInteriorOnly) {
  EXPECT_THAT(reads("energy, row(everywhere)"), ElementsAre("wave::energy@0 interior", "wave::row@0 interior"));
  EXPECT_THAT(writes("energy(everywhere), row"), ElementsAre("wave::energy@0 interior", "wave::row@0 interior"));
  EXPECT_THAT(read_errors("energy(boundary)"),
              HasSubstr("\"energy(boundary)\": wave::energy is a scalar, which has no boundary"));
  EXPECT_THAT(read_errors("row(ghosts)"), HasSubstr("wave::row is an array, which has no ghosts"));
}

TEST(Clauses, ATimelevelThatDoesNotExist) {
  EXPECT_THAT(read_errors("phi@3"), HasSubstr("wave.yaml:12:13: \"phi@3\" asks for timelevel 3 of wave::phi"));
  EXPECT_THAT(read_errors("phi@3"), HasSubstr("use @0 to @2"));
  EXPECT_THAT(read_errors("energy@1"), HasSubstr("which has timelevel 0 only"));
}

TEST(Clauses, AnUnknownNameIsAnErrorWithTheClosest) {
  EXPECT_THAT(read_errors("fi"), HasSubstr("\"fi\" is no variable or group of wave"));
  EXPECT_THAT(read_errors("feilds"), HasSubstr("did you mean \"fields\"?"));
}

TEST(Clauses, NamesOfAnotherThornNeedInherits) {
  const std::string user = "thorn: user\ndescription: d\nschedule:\n  - function: f\n    at: evol\n    reads: [";
  EXPECT_THAT(
      World({wave, user + "phi]\n"}).errors(),
      HasSubstr(
          "\"phi\" is no variable or group of user (there is one in wave: add that thorn to \"inherits:\" to use it)"));
  EXPECT_THAT(World({wave, user + "\"wave::phi\"]\n"}).errors(), HasSubstr("add wave to \"inherits:\" of user"));

  const std::string heir = "thorn: heir\ndescription: d\ninherits: [wave]\nschedule:\n  - function: f\n    at: evol\n"
                           "    reads: [phi@1]\n    uses: [speed]\n";
  const World world({wave, heir});
  const Schedule schedule = world.build();
  EXPECT_THAT(texts(world, schedule.routines().at(0).reads), ElementsAre("wave::phi@1 everywhere"));
  EXPECT_THAT(schedule.routines().at(0).uses, ElementsAre("wave::speed"));
}

TEST(Clauses, ANameOfTwoInheritedThornsMustSayWhich) {
  const std::string a = "thorn: a\ndescription: d\ngroups:\n  g: {type: gf, variables: [u], description: d}\n";
  const std::string b = "thorn: b\ndescription: d\ngroups:\n  g: {type: gf, variables: [u], description: d}\n";
  const std::string user = "thorn: user\ndescription: d\ninherits: [a, b]\nschedule:\n  - function: f\n    at: evol\n"
                           "    reads: [";
  EXPECT_THAT(World({a, b, user + "u]\n"}).errors(), HasSubstr("\"u\" may mean a::u or b::u: write the full name"));
  EXPECT_EQ(World({a, b, user + "\"b::u\"]\n"}).errors(), "");
}

const std::string accelerator = R"(thorn: accelerator
description: d
parameters:
  only_reads_current_timelevel: {type: bool, default: true, description: d}
  only_writes_current_timelevel: {type: bool, default: true, description: d}
)";
const std::string wide = wave + R"(schedule:
  - {function: f, at: evol, reads: [phi, psi@1], writes: [psi]}
  - {kernel: k, at: evol, reads: [phi], writes: [psi]}
)";

TEST(Clauses, WithoutATimelevelTheyMeanEveryTimelevelOfAFunctionWhereTheUserSaysSo) {
  World world({accelerator, wide});
  world.set("accelerator::only_reads_current_timelevel", {false, {false}});
  const Schedule schedule = world.build();
  EXPECT_THAT(texts(world, schedule.routines().at(0).reads),
              ElementsAre("wave::phi@0 everywhere", "wave::phi@1 everywhere", "wave::phi@2 everywhere",
                          "wave::psi@1 everywhere"));
  EXPECT_THAT(texts(world, schedule.routines().at(0).writes), ElementsAre("wave::psi@0 interior"));
  EXPECT_THAT(texts(world, schedule.routines().at(1).reads), ElementsAre("wave::phi@0 everywhere"));
}

TEST(Clauses, WritesAreWidenedByASwitchOfTheirOwn) {
  World world({accelerator, wide});
  world.set("accelerator::only_writes_current_timelevel", {false, {false}});
  const Schedule schedule = world.build();
  EXPECT_THAT(texts(world, schedule.routines().at(0).reads),
              ElementsAre("wave::phi@0 everywhere", "wave::psi@1 everywhere"));
  EXPECT_THAT(texts(world, schedule.routines().at(0).writes),
              ElementsAre("wave::psi@0 interior", "wave::psi@1 interior", "wave::psi@2 interior"));
}

TEST(Clauses, SyncIsForGridFunctions) {
  EXPECT_THAT(with("    sync: [energy]\n").errors(), HasSubstr("only grid functions (gf) have ghosts"));
  const World world = with("    sync: [fields]\n");
  EXPECT_THAT(world.build().nodes("evol").at(0).sync,
              ElementsAre(world.variable("wave::phi"), world.variable("wave::psi")));
}

TEST(Clauses, AnUnknownParameterUnderUses) {
  EXPECT_THAT(with("    uses: [sped]\n").errors(),
              HasSubstr("\"sped\" is no parameter of wave (did you mean \"speed\"?)"));
}

TEST(Clauses, MayUseAliases) {
  const std::string groups =
      "description: d\ngroups:\n  fields: {type: gf, variables: [u], description: d}\n  numbers: "
      "{type: scalar, variables: [n], description: d}\n";
  const World world(
      {"thorn: a\n" + groups, "thorn: b\n" + groups,
       "thorn: c\ndescription: d\ninherits: [a, b]\nalias: {u_of_b: \"b::u\", n_of_a: \"a::n\"}\nschedule:\n"
       "  - {function: f, at: evol, if: n_of_a > 0, reads: [u_of_b], writes: [\"a::u\"]}\n"});
  const Schedule schedule = world.build();
  const Routine& routine = schedule.routines().front();
  EXPECT_THAT(texts(world, routine.reads), testing::ElementsAre("b::u@0 everywhere"));
  EXPECT_THAT(schedule.nodes("evol").front().if_conditions.front().variables,
              testing::ElementsAre(world.variable("a::n")));
  ASSERT_EQ(routine.bindings.size(), 2);
  EXPECT_EQ(routine.bindings.front().name, "u_of_b");
  EXPECT_EQ(routine.bindings.front().variable, world.variable("b::u"));
}

} // namespace clauses_test
} // namespace nopal::test
