// Items whose order decides the result and is not declared.

#include "core/check/order_check.hpp"
#include "tests/unit/schedule/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace order_check_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> check(const World& world) {
  const Schedule schedule = world.build();
  std::vector<std::string> lines;
  for (const Finding& finding : check_order(world.variables, schedule, world.parameters)) {
    EXPECT_EQ(finding.severity, Severity::warning);
    lines.push_back(text(finding));
  }
  return lines;
}

const std::string head = R"(thorn: a
description: d
parameters:
  shape: {type: keyword, default: round, choices: {round: d, square: d}, description: d}
  often: {type: int, default: 0, range: "0:*", description: d}
groups:
  fields: {type: gf, variables: [u, v], timelevels: 2, description: d}
  numbers: {type: scalar, variables: [steps], datatype: int, description: d}
schedule:
)";

std::vector<std::string> check(const std::string& items) { return check(World({head + items})); }

TEST(OrderCheck, WriterAndReaderOfOneThorn) {
  EXPECT_THAT(check("  - {function: set, at: evol, writes: [u]}\n"
                    "  - {function: look, at: evol, reads: [u(interior)]}\n"),
              ElementsAre("a.yaml:11:5: a::look runs after a::set (a.yaml:10:5) only because of their order in that "
                          "file, but the order matters: a::set writes a::u@0 (interior), and a::look reads a::u@0 "
                          "(interior); fix: add after: [set] to a::look, or before: [look] to a::set"));
}

TEST(OrderCheck, WriterAndReaderOfTwoThorns) {
  const std::string other = R"(thorn: b
description: d
inherits: [a]
schedule:
  - {function: look, at: evol, reduces: [u]}
)";
  EXPECT_THAT(
      check(World({head + "  - {function: set, at: evol, writes: [u(owned)]}\n", other})),
      ElementsAre("b.yaml:5:5: b::look runs after a::set (a.yaml:10:5) only because of the order of "
                  "\"thorns:\" in the parfile, but the order matters: a::set writes a::u@0 (owned), and b::look "
                  "reduces a::u@0 (owned); fix: add after: [a::set] to b::look, or before: [b::look] to "
                  "a::set"));
}

TEST(OrderCheck, AnInterpolationReads) {
  EXPECT_THAT(check("  - {function: set, at: evol, writes: [u(owned)]}\n"
                    "  - {function: look, at: evol, interpolates: [u]}\n"),
              ElementsAre(testing::HasSubstr("a::look interpolates a::u@0 (owned); fix: add after: [set] to a::look")));
}

TEST(OrderCheck, DeclaredOrderIsEnough) {
  EXPECT_THAT(check("  - {function: set, at: evol, writes: [u]}\n"
                    "  - {function: look, at: evol, after: [set], reads: [u(interior)]}\n"),
              IsEmpty());
  EXPECT_THAT(check("  - {function: set, at: evol, before: [look], writes: [u]}\n"
                    "  - {function: look, at: evol, reads: [u(interior)]}\n"),
              IsEmpty());
  EXPECT_THAT(check("  - {function: set, at: evol, writes: [u]}\n"
                    "  - {function: between, at: evol, after: [set]}\n"
                    "  - {function: look, at: evol, after: [between], reads: [u(interior)]}\n"),
              IsEmpty())
      << "the order follows from two declarations";
  EXPECT_THAT(check("  - {function: set, at: initial, writes: [u]}\n"
                    "  - {function: look, at: evol, reads: [u(interior)]}\n"),
              IsEmpty())
      << "bins have an order";
}

TEST(OrderCheck, OrderOfGroupsOrdersTheirMembers) {
  const std::string groups = "  - {group: one, at: evol}\n"
                             "  - {group: two, at: evol, after: [one]}\n"
                             "  - {function: set, in: one, writes: [u]}\n"
                             "  - {function: look, in: two, reads: [u(interior)]}\n";
  EXPECT_THAT(check(groups), IsEmpty());
  EXPECT_THAT(check("  - {group: one, at: evol}\n"
                    "  - {function: look, at: evol, reads: [u(interior)]}\n"
                    "  - {function: set, in: one, writes: [u]}\n"),
              ElementsAre(HasSubstr("a::look runs after a::set (a.yaml:12:5)")));
  EXPECT_THAT(check("  - {group: one, at: evol, while: steps < 3}\n"
                    "  - {function: set, in: one, writes: [u, steps]}\n"
                    "  - {function: look, in: one, reads: [u(interior)]}\n"),
              ElementsAre(HasSubstr("a::look runs after a::set")))
      << "inside a group, too";
}

TEST(OrderCheck, WhatTwoItemsUseTogether) {
  const auto pair = [](const std::string& one, const std::string& two) {
    return check("  - {function: one, at: evol, " + one + "}\n  - {function: two, at: evol, " + two + "}\n");
  };
  EXPECT_THAT(pair("reads: [u]", "reads: [u]"), IsEmpty());
  EXPECT_THAT(pair("writes: [u]", "writes: [v]"), IsEmpty());
  EXPECT_THAT(pair("writes: [u]", "reads: [u@1]"), IsEmpty());
  EXPECT_THAT(pair("writes: [u(boundary)]", "reads: [u(interior)]"), IsEmpty());
  EXPECT_THAT(pair("writes: [u(ghosts)]", "writes: [u(owned)]"), ElementsAre(HasSubstr("invalid"))) << "of ghosts";
  EXPECT_THAT(pair("writes: [u]", "writes: [u]"), ElementsAre(HasSubstr("a::two writes a::u@0 (interior)")));
  EXPECT_THAT(pair("reads: [u]", "writes: [u]"), ElementsAre(HasSubstr("a::one reads a::u@0 (everywhere), and")));
  EXPECT_THAT(pair("writes: [u(interior)]", "writes: [u(boundary)]"),
              ElementsAre(HasSubstr("(a write of the interior makes the other regions invalid)")));
  EXPECT_THAT(pair("sync: [u]", "sync: [fields]"), IsEmpty());
  EXPECT_THAT(pair("sync: [u]", "writes: [u(owned)]"), ElementsAre(HasSubstr("synchronises a::u@0 (ghosts)")));
  EXPECT_THAT(pair("sync: [u]", "reads: [u(ghosts)]"), ElementsAre(HasSubstr("reads a::u@0 (ghosts)")));
  EXPECT_THAT(pair("writes: [steps]", "if: steps < 3"), ElementsAre(HasSubstr("a::two compares a::steps@0")));
  EXPECT_THAT(pair("writes: [steps]", "reads: [steps]"),
              ElementsAre(HasSubstr("a::one writes a::steps@0, and a::two reads a::steps@0;")));
  EXPECT_THAT(pair("storage: [u], writes: [u]", "storage: [u], writes: [u]"), IsEmpty())
      << "no data pass from one to the other";
  EXPECT_THAT(pair("state: reads", "writes: [u(owned)]"), ElementsAre(HasSubstr("a::one reads a::u@0 (owned)")));
  EXPECT_THAT(pair("writes: [u, v, u@1, v@1]", "reads: [fields, u@1, v@1]"),
              ElementsAre(HasSubstr("; and 1 more; fix")));
}

TEST(OrderCheck, ItemsThatNeverRunTogether) {
  const auto pair = [](const std::string& one, const std::string& two) {
    return check("  - {function: one, at: evol, writes: [u], " + one +
                 "}\n  - {function: two, at: evol, writes: [u], " + two + "}\n");
  };
  EXPECT_THAT(pair("if: shape == round", "if: shape == square"), IsEmpty());
  EXPECT_THAT(pair("if: shape == square", "options: local"), IsEmpty()) << "the first never runs";
  EXPECT_THAT(pair("every: often", "options: local"), IsEmpty());
  EXPECT_THAT(pair("every: 0", "options: local").size(), 1) << "a function may request its calls";
  EXPECT_THAT(pair("if: steps < 3", "if: steps >= 3"), IsEmpty());
  EXPECT_THAT(pair("if: steps == 1", "if: steps == 2"), IsEmpty());
  EXPECT_THAT(pair("if: steps", "if: not steps"), IsEmpty());
  EXPECT_THAT(check("  - {function: one, at: evol, if: not steps, writes: [steps]}\n"
                    "  - {function: two, at: evol, if: steps, writes: [u]}\n"),
              ElementsAre(HasSubstr("a::one writes a::steps@0, and a::two compares a::steps@0")))
      << "the first makes the condition of the second true";
  EXPECT_THAT(pair("if: steps < 3", "if: steps >= 2").size(), 1);
  EXPECT_THAT(pair("if: steps < 3", "if: steps < 3").size(), 1);
}

TEST(OrderCheck, FewClausesAreProposed) {
  EXPECT_THAT(check("  - {function: one, at: evol, writes: [u]}\n"
                    "  - {function: two, at: evol, writes: [u]}\n"
                    "  - {function: three, at: evol, writes: [u]}\n"),
              ElementsAre(HasSubstr("add after: [one] to a::two"), HasSubstr("add after: [two] to a::three")));
}

} // namespace order_check_test
} // namespace nopal::test
