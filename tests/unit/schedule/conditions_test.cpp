#include "core/schedule/conditions.hpp"
#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace nopal::test {
namespace conditions_test {

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
  tolerance: {type: real, default: 0.5, description: d}
  other_shape: {type: keyword, default: plane, choices: {plane: p, gaussian: g}, description: d}
  list: {type: "int[]", default: [1], description: d}
groups:
  numbers: {type: scalar, variables: [residual, limit], description: d}
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

TEST(Conditions, WithNamesOnBothSides) {
  for (const std::string holds : {"n > x", "x < n", "3 == n", "2.5 <= x", "4 > n", "true == on", "shape == other_shape",
                                  "plane == shape", "word != shape", "x >= x"})
    EXPECT_TRUE(runs(holds)) << holds;
  for (const std::string fails : {"n < x", "3 < n", "shape != other_shape", "word == shape", "n == x"})
    EXPECT_FALSE(runs(fails)) << fails;
}

TEST(Conditions, JoinedByAndOrNot) {
  for (const std::string holds :
       {"on and n == 3", "not on or n == 3", "n == 4 or on and x > 2", "not (n == 4 or not on)",
        "(n == 4 or on) and x>2", "not not on", "n!=4 and not n==4"})
    EXPECT_TRUE(runs(holds)) << holds;
  for (const std::string fails : {"on and n == 4", "not on or n == 4", "(on or n == 3) and x < 2",
                                  "not (n == 3 and on)", "n == 4 and on or x < 2"})
    EXPECT_FALSE(runs(fails)) << fails;
}

TEST(Conditions, OnTwoVariablesAndAParameter) {
  const World world = with("{function: f, at: evol, while: 'residual > tolerance and count < limit or residual > 100', "
                           "writes: [residual]}");
  const Schedule schedule = world.build();
  const Condition& condition = schedule.nodes("evol").front().while_conditions.front();
  EXPECT_THAT(condition.variables,
              ElementsAre(world.variable("t::residual"), world.variable("t::count"), world.variable("t::limit")));
  EXPECT_THAT(condition.parameters, ElementsAre("t::tolerance"));
  const auto holds = [&](double residual, std::int64_t count, double limit) {
    return schedule.holds(condition, [&](int variable) -> Scalar {
      if (variable == world.variable("t::count")) return count;
      return variable == world.variable("t::limit") ? limit : residual;
    });
  };
  EXPECT_TRUE(holds(1, 3, 3.5));
  EXPECT_FALSE(holds(1, 4, 3.5));
  EXPECT_FALSE(holds(0.5, 3, 3.5));
  EXPECT_TRUE(holds(101, 4, 3.5));
  EXPECT_FALSE(holds(std::nan(""), 3, 3.5));
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
  EXPECT_THAT(errors("n < tolerance", "while"),
              HasSubstr("would never end, since t::n and t::tolerance are parameters and do not change"));
  EXPECT_THAT(errors("residual > limit", "while"),
              HasSubstr("never end, since no routine of this item writes t::residual or t::limit"));
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
  EXPECT_THAT(errors("n == residul"),
              HasSubstr("t::n is of type int, but \"residul\" is not: \"residul\" is no parameter "
                        "or scalar variable of t (did you mean \"residual\"?)"));
  EXPECT_THAT(errors("on and n == word"), HasSubstr("\"on and n == word\": t::n is of type int, but t::word is of type "
                                                    "string: compare values of one type"));
  EXPECT_THAT(errors("shape == plan"), HasSubstr("\"plan\" is not a choice of t::shape"));
  EXPECT_THAT(errors("shape == plan"), HasSubstr("did you mean \"plane\"?"));
}

TEST(Conditions, ThatExcludeEachOther) {
  const auto exclude = [](const std::string& a, const std::string& b) {
    const World world = with("{function: f, at: evol, if: '" + a + "'}\n  - {function: g, at: evol, if: '" + b + "'}");
    const Schedule schedule = world.build();
    const auto& nodes = schedule.nodes("evol");
    const Condition &first = nodes[0].if_conditions.front(), &second = nodes[1].if_conditions.front();
    EXPECT_EQ(exclude_each_other(first, second), exclude_each_other(second, first)) << a << b;
    return exclude_each_other(first, second);
  };
  EXPECT_TRUE(exclude("count < 3", "3 <= count"));
  EXPECT_TRUE(exclude("count and residual > 1", "not count"));
  EXPECT_TRUE(exclude("count", "count == 0")) << "a name alone asks whether it is not 0";
  EXPECT_TRUE(exclude("not count", "count == 3"));
  EXPECT_FALSE(exclude("count", "count == 3"));
  EXPECT_TRUE(exclude("count == 1 or count == 2", "count == 3"));
  EXPECT_TRUE(exclude("residual > limit", "residual <= limit"));
  EXPECT_FALSE(exclude("count == 1 or residual > 1", "count == 3"));
  EXPECT_FALSE(exclude("count == n", "count == 4")) << "n may be 4";
  EXPECT_FALSE(exclude("residual > limit", "count > 1"));
}

TEST(Conditions, AnUnknownName) {
  EXPECT_THAT(errors("residul > 0"),
              HasSubstr("\"residul\" is no parameter or scalar variable of t (did you mean \"residual\"?)"));
}

} // namespace conditions_test
} // namespace nopal::test
