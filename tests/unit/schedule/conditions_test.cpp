#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

World with(const std::string& item) {
  return World({R"(thorn: t
description: d
parameters:
  on: {type: bool, default: true, description: d}
  n: {type: int, default: 3, description: d}
  x: {type: real, default: 2.5, description: d}
  word: {type: string, default: hello, description: d}
  shape: {type: keyword, default: plane, choices: {plane: p, gaussian: g}, description: d}
  list: {type: "int[]", default: [1], description: d}
groups:
  numbers: {type: scalar, variables: [residual], description: d}
  counts: {type: scalar, datatype: int, variables: [count], description: d}
  fields: {type: gf, variables: [phi], description: d}
schedule:
  - )" + item + "\n"});
}
bool runs(const std::string& condition) {
  const World world = with("{function: f, at: evol, if: '" + condition + "'}");
  return !events(world, world.build(), "evol").empty();
}
std::string errors(const std::string& condition, const std::string& key = "if") {
  return with("{function: f, at: evol, " + key + ": '" + condition + "'}").errors();
}

TEST(Conditions, OnParameters) {
  for (const std::string holds : {"on", "on == true", "n == 3", "n <= 3", "n >= 3", "n > -1", "x > 2.25", "x < 3",
                                  "word == hello", "shape == plane"})
    EXPECT_TRUE(runs(holds)) << holds;
  for (const std::string fails : {"not on", "n != 3", "n < 3", "n > 3", "shape != plane"})
    EXPECT_FALSE(runs(fails)) << fails;
}

TEST(Conditions, FollowSteeredParameters) {
  World world = with("{function: f, at: evol, if: 'n == 3'}");
  const Schedule schedule = world.build();
  EXPECT_THAT(events(world, schedule, "evol"), ElementsAre("call t::f"));
  world.set("t::n", {false, {std::int64_t{4}}});
  EXPECT_THAT(events(world, schedule, "evol"), IsEmpty());
}

TEST(Conditions, OnAScalarVariableAreSteps) {
  const World world = with("{function: f, at: evol, if: 'residual > 1e-3'}");
  const Schedule schedule = world.build();
  Recorder recorder(world);
  recorder.scalars["t::residual"] = {1.0, 1e-4};
  recorder.run(schedule, "evol");
  recorder.run(schedule, "evol");
  EXPECT_THAT(recorder.events, ElementsAre("scalar t::residual for t::f", "call t::f", "scalar t::residual for t::f"));
}

TEST(Conditions, AScalarIsNotAskedForWhereEveryLeavesTheRoutineOut) {
  const World world = with("{function: f, at: evol, every: 2, if: 'residual > 1e-3'}");
  EXPECT_THAT(events(world, world.build(), "evol", 1), IsEmpty());
}

TEST(Conditions, WhileRunsAgainAsLongAsItHolds) {
  const World world = with("{function: f, at: evol, while: 'count < 2', writes: [count]}");
  const Schedule schedule = world.build();
  Recorder recorder(world);
  recorder.scalars["t::count"] = {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}};
  recorder.run(schedule, "evol");
  EXPECT_THAT(recorder.events, ElementsAre("scalar t::count for t::f", "call t::f", "scalar t::count for t::f",
                                           "call t::f", "scalar t::count for t::f"));
}

TEST(Conditions, AGroupHoldsAsAWhole) {
  const World world = with("{group: g, at: evol, while: 'count < 1', storage: [phi], sync: [phi]}\n"
                           "  - {function: a, in: g, writes: [count]}\n"
                           "  - {function: b, in: g, sync: [phi]}\n");
  const Schedule schedule = world.build();
  Recorder recorder(world);
  recorder.scalars["t::count"] = {std::int64_t{0}, std::int64_t{1}};
  recorder.run(schedule, "evol");
  EXPECT_THAT(recorder.events,
              ElementsAre("scalar t::count for t::g", "on t::phi", "call t::a", "call t::b", "sync t::phi for t::b",
                          "sync t::phi for t::g", "off t::phi", "scalar t::count for t::g"));
}

TEST(Conditions, LoopsThatCannotEndAreErrors) {
  EXPECT_THAT(errors("n < 4", "while"), HasSubstr("would never end, since t::n is a parameter"));
  EXPECT_THAT(errors("count < 4", "while"), HasSubstr("never end, since no routine of this item writes t::count"));
  EXPECT_EQ(with("{group: g, at: evol, while: 'count < 1'}\n  - {function: a, in: g, writes: [count]}").errors(), "");
}

TEST(Conditions, TypesAreChecked) {
  EXPECT_THAT(errors("n == 1.5"), HasSubstr("\"n == 1.5\": t::n is of type int, but \"1.5\" is not"));
  EXPECT_THAT(errors("x == abc"), HasSubstr("t::x is of type real, but \"abc\" is not"));
  EXPECT_THAT(errors("on == 1"), HasSubstr("t::on is of type bool, but \"1\" is not"));
  EXPECT_THAT(errors("word < b"), HasSubstr("has no order: use == or !="));
  EXPECT_THAT(errors("x"), HasSubstr("compare it with a value"));
  EXPECT_THAT(errors("list == 1"), HasSubstr("t::list is an array, but a condition compares one value"));
  EXPECT_THAT(errors("phi > 0"), HasSubstr("t::phi is a gf of type real"));
  EXPECT_THAT(errors("shape == plan"), HasSubstr("\"plan\" is not a choice of t::shape"));
  EXPECT_THAT(errors("shape == plan"), HasSubstr("did you mean \"plane\"?"));
}

TEST(Conditions, AnUnknownName) {
  EXPECT_THAT(errors("residul > 0"),
              HasSubstr("\"residul\" is no parameter or scalar variable of t (did you mean \"residual\"?)"));
}

} // namespace
} // namespace nopal::test
