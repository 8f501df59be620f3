// Names of a kernel that a parameter binds: bind: {f: evolved}.
#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace bindings_test {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string wave = R"(thorn: wave
description: d
groups:
  fields: {type: gf, variables: [phi, psi], timelevels: 2, description: d}
  single: {type: gf, variables: [chi], description: d}
  hits: {type: gf, datatype: int, variables: [count], description: d}
  numbers: {type: scalar, variables: [energy], description: d}
)";

std::string stepper(const std::string& clauses, const std::string& more = "") {
  return R"(thorn: stepper
description: d
parameters:
  evolved: {type: string, default: "wave::phi", description: d}
  rhs: {type: string, default: "wave::chi", steerable: recover, description: d}
  moving: {type: string, default: "wave::psi", steerable: always, description: d}
  several: {type: "string[]", default: [], description: d}
groups:
  own: {type: gf, variables: [mine], description: d}
schedule:
  - {kernel: add, at: evol, )" +
         clauses + "}\n" + more;
}

TEST(Bindings, ClausesNameTheBoundVariables) {
  const World world(
      {wave, stepper("bind: {y: evolved, a: rhs, b: \"wave::psi\"}, reads: [y@1, a, \"b@1(interior)\", mine], "
                     "writes: [y(owned)]")});
  const Schedule schedule = world.build();
  const Routine& routine = schedule.routines().at(0);
  EXPECT_THAT(texts(world, routine.reads), ElementsAre("wave::phi@1 everywhere", "wave::chi@0 everywhere",
                                                       "wave::psi@1 interior", "stepper::mine@0 everywhere"));
  EXPECT_EQ(routine.reads[0].where.text(), "stepper.yaml:11:81");
  EXPECT_THAT(texts(world, routine.writes), ElementsAre("wave::phi@0 owned"));
  ASSERT_EQ(routine.bindings.size(), 3u);
  EXPECT_EQ(routine.bindings[0].name, "y");
  EXPECT_EQ(routine.bindings[0].variable, world.variable("wave::phi"));
}

TEST(Bindings, AnotherValueBindsAnotherVariable) {
  World world({wave, stepper("bind: {y: evolved}, writes: [y]")});
  world.set("stepper::evolved", {false, {std::string("wave::psi")}});
  EXPECT_THAT(texts(world, world.build().routines().at(0).writes), ElementsAre("wave::psi@0 interior"));
}

TEST(Bindings, AFunctionThatLaunchesTheKernelDeclaresWhatItIsBoundTo) {
  const std::string bound = "thorn: user\ndescription: d\nparameters:\n"
                            "  target: {type: string, default: \"wave::phi\", description: d}\nschedule:\n"
                            "  - {kernel: add, launched_by: [solve], bind: {y: target}, writes: [y]}\n";
  EXPECT_THAT(World({wave, bound + "  - {function: solve, at: evol}\n"}).errors(),
              HasSubstr("user::solve launches the kernel add, which writes wave::phi@0: add it to writes: of this"));
  EXPECT_EQ(World({wave, bound + "  - {function: solve, at: evol, writes: {from: target}}\n"}).errors(), "");
}

TEST(Bindings, Errors) {
  const auto errors = [](const std::string& bind, const std::string& value = "") {
    World world({wave, stepper("bind: {y: " + bind + "}, reads: [y@1], writes: [y]")});
    if (!value.empty()) world.set("stepper::evolved", {false, {value}});
    return world.errors();
  };
  EXPECT_THAT(errors("evolvd"), HasSubstr("\"evolvd\" is no parameter of stepper (did you mean \"evolved\"?)"));
  EXPECT_THAT(errors("several"),
              HasSubstr("stepper::add: bind: y names stepper::several, which is string[]; expected a "
                        "string parameter"));
  EXPECT_THAT(errors("moving"), HasSubstr("bind: y names stepper::moving, which may change during a run"));
  EXPECT_THAT(errors("\"wave::ph\""), HasSubstr("\"wave::ph\" is no variable or group of an active thorn (did you mean "
                                                "\"wave::phi\"?)"));
  EXPECT_THAT(errors("evolved", "wave::phj"),
              HasSubstr("run.yaml:7:3: stepper::evolved names \"wave::phj\", which is no "
                        "variable or group of an active thorn"));
  EXPECT_THAT(errors("evolved", "wave::fields"),
              HasSubstr("run.yaml:7:3: stepper::add: bind: y stands for one variable, "
                        "but the group \"wave::fields\" has 2: name one of them"));
  EXPECT_THAT(errors("evolved", "wave::energy"),
              HasSubstr("stepper::add: bind: y stands for wave::energy, which is a scalar "
                        "of type real; expected a real grid function"));
  EXPECT_THAT(errors("evolved", "wave::count"), HasSubstr("which is a gf of type int; expected a real grid function"));
  EXPECT_THAT(
      errors("evolved", "wave::chi"),
      HasSubstr("bind: y stands for wave::chi, which has 1 timelevel; \"y@1\" needs timelevel 1: raise timelevels: "
                "of group wave::single"));
}

TEST(Bindings, TwoNamesOfOneVariableAreAnError) {
  EXPECT_THAT(World({wave, stepper("bind: {y: evolved, a: \"wave::phi\"}, reads: [a], writes: [y]")}).errors(),
              HasSubstr("stepper::add: bind: a and y both stand for wave::phi; each name needs a variable of its own"));
  World world({wave, stepper("bind: {y: evolved}, reads: [mine], writes: [y]")});
  world.set("stepper::evolved", {false, {std::string("stepper::mine")}});
  EXPECT_THAT(world.errors(), HasSubstr("bind: y and mine both stand for stepper::mine"));
}

} // namespace bindings_test
} // namespace nopal::test
