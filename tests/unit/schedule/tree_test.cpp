#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace tree_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::string thorn(const std::string& name, const std::string& items, const std::string& more = "") {
  return "thorn: " + name + "\ndescription: d\n" + more + "schedule:\n" + items;
}
std::vector<std::string> evol(std::initializer_list<std::string> thorns) {
  const World world(thorns);
  return events(world, world.build(), "evol");
}
std::string errors(std::initializer_list<std::string> thorns) { return World(thorns).errors(); }

TEST(Tree, TiesFollowThornOrderThenDeclarationOrder) {
  const std::string a = thorn("a", "  - {function: z, at: evol}\n  - {function: y, at: evol}\n");
  const std::string b = thorn("b", "  - {function: x, at: evol}\n");
  EXPECT_THAT(evol({a, b}), ElementsAre("call a::z", "call a::y", "call b::x"));
  EXPECT_THAT(evol({b, a}), ElementsAre("call b::x", "call a::z", "call a::y"));
}

TEST(Tree, BeforeAndAfterAcrossThorns) {
  const std::string a = thorn("a", "  - {function: x, at: evol, after: ['b::y']}\n  - {function: w, at: evol}\n");
  const std::string b = thorn("b", "  - {function: y, at: evol}\n  - {function: z, at: evol, before: [y]}\n");
  EXPECT_THAT(evol({a, b}), ElementsAre("call a::w", "call b::z", "call b::y", "call a::x"));
}

TEST(Tree, NamesOfThornsThatAreNotActiveAreIgnored) {
  EXPECT_THAT(evol({thorn("a", "  - {function: x, at: evol, after: ['absent::y'], before: ['absent::z']}\n")}),
              ElementsAre("call a::x"));
}

TEST(Tree, AnUnknownNameIsAnErrorWithTheClosest) {
  EXPECT_THAT(errors({thorn("a", "  - {function: evolve, at: evol}\n  - {function: x, at: evol, after: [evolv]}\n")}),
              HasSubstr("a.yaml:5:5: a::x: after: names \"evolv\", which is no routine or schedule group of a (did you "
                        "mean \"evolve\"?)"));
  EXPECT_THAT(
      errors({thorn("a", "  - {function: x, at: evol, before: ['b::y']}\n"),
              thorn("b", "  - {function: yy, at: evol}\n")}),
      HasSubstr("before: names \"b::y\", which is no routine or schedule group of b (did you mean \"b::yy\"?)"));
}

TEST(Tree, ACycleIsPrintedAsACycle) {
  EXPECT_THAT(errors({thorn("t", "  - {function: a, at: evol, after: [b]}\n"
                                 "  - {function: c, at: evol}\n"
                                 "  - {function: b, at: evol, after: [a]}\n")}),
              HasSubstr("t.yaml:4:5: before: and after: put these items into a cycle: t::a (t.yaml:4:5) -> "
                        "t::b (t.yaml:6:5) -> t::a\n"));
  EXPECT_THAT(errors({thorn("t", "  - {function: a, at: evol, after: [a]}\n")}),
              HasSubstr("t::a (t.yaml:4:5) -> t::a\n"));
}

TEST(Tree, EveryCycleIsReported) {
  const World world({thorn("t", "  - {function: a, at: evol, after: [b]}\n  - {function: b, at: evol, after: [a]}\n"),
                     thorn("u", "  - {function: c, at: initial, after: [d]}\n  - {function: d, at: initial, after: "
                                "[c]}\n")});
  EXPECT_THAT(world.errors(), AllOf(HasSubstr("t::a"), HasSubstr("u::c")));
}

TEST(Tree, UnknownBin) {
  EXPECT_THAT(errors({thorn("a", "  - {function: x, at: evoll}\n")}),
              HasSubstr("a.yaml:4:5: a::x is scheduled at \"evoll\", which is no bin (did you mean \"evol\"?)"));
}

TEST(Tree, OrderBetweenBinsCannotBeAskedFor) {
  EXPECT_THAT(errors({thorn("a", "  - {function: x, at: initial}\n  - {function: y, at: evol, before: [x]}\n")}),
              HasSubstr("a::y: before: names \"x\", which is in bin initial, but this item is in bin evol"));
}

TEST(Groups, RunTheirMembersInOrderWhereTheyStand) {
  EXPECT_THAT(evol({thorn("a", "  - {function: last, at: evol, after: [step]}\n"
                               "  - {group: step, at: evol}\n"
                               "  - {function: two, in: step, after: [one]}\n"
                               "  - {function: one, in: step}\n"
                               "  - {function: first, at: evol, before: [step]}\n")}),
              ElementsAre("call a::first", "call a::one", "call a::two", "call a::last"));
}

TEST(Groups, NestAndAreJoinedFromOtherThorns) {
  EXPECT_THAT(evol({thorn("a", "  - {group: outer, at: evol}\n  - {group: inner, in: outer}\n"
                               "  - {function: x, in: outer, before: [inner]}\n"),
                    thorn("b", "  - {function: y, in: 'a::inner'}\n")}),
              ElementsAre("call a::x", "call b::y"));
}

TEST(Groups, OrderOfMembersOfDifferentGroupsIsThatOfTheGroups) {
  EXPECT_THAT(evol({thorn("a", "  - {group: g, at: evol}\n  - {group: h, at: evol}\n"
                               "  - {function: x, in: g, after: [y]}\n  - {function: y, in: h}\n")}),
              ElementsAre("call a::y", "call a::x"));
}

TEST(Groups, TheLastRunAfterAllItemsAroundThemOfEveryThorn) {
  const std::string a = thorn("a", "  - {group: late, at: evol, last: true}\n"
                                   "  - {group: step, at: evol}\n"
                                   "  - {group: add, in: step, last: true}\n"
                                   "  - {group: sum, in: step, last: true, before: [add]}\n");
  const std::string b = thorn("b", "  - {function: v, in: 'a::add'}\n  - {function: w, in: 'a::sum'}\n"
                                   "  - {function: x, in: 'a::step'}\n  - {function: y, in: 'a::late'}\n"
                                   "  - {function: z, at: evol}\n");
  EXPECT_THAT(evol({a, b}), ElementsAre("call b::x", "call b::w", "call b::v", "call b::z", "call b::y"));
  EXPECT_THAT(evol({b, a}), ElementsAre("call b::z", "call b::x", "call b::w", "call b::v", "call b::y"));
  EXPECT_THAT(
      errors({thorn("a", "  - {group: late, at: evol, last: true}\n  - {function: x, at: evol, after: [late]}\n")}),
      HasSubstr("a.yaml:4:5: before:, after: and last: put these items into a cycle: a::late (a.yaml:4:5) -> a::x "
                "(a.yaml:5:5) -> a::late\n"));
}

TEST(Groups, Errors) {
  EXPECT_THAT(errors({thorn("a", "  - {group: step, at: evol}\n  - {function: x, in: stepp}\n")}),
              HasSubstr("a::x is scheduled in \"stepp\", which is no schedule group (did you mean \"a::step\"?)"));
  EXPECT_THAT(errors({thorn("a", "  - {function: f, at: evol}\n  - {function: x, in: f}\n")}),
              HasSubstr("a::x is scheduled in \"f\", which is no schedule group"));
  EXPECT_THAT(errors({thorn("a", "  - {group: step, at: evol}\n  - {function: x, in: 'b::step'}\n")}),
              HasSubstr("a::x is scheduled in \"b::step\", which is no schedule group, since b is not active: add b to "
                        "\"thorns:\" of the parfile\n"));
  EXPECT_THAT(errors({thorn("a", "  - {group: g, in: h}\n  - {group: h, in: g}\n  - {function: x, in: h}\n")}),
              HasSubstr("these schedule groups contain themselves: a::g (a.yaml:4:5) -> a::h (a.yaml:5:5) -> a::g"));
  EXPECT_THAT(errors({thorn("a", "  - {group: g, at: evol}\n  - {function: x, in: g, after: [g]}\n")}),
              HasSubstr("which contains this item"));
  EXPECT_THAT(errors({thorn("a", "  - {group: g, at: evol, before: [x]}\n  - {function: x, in: g}\n")}),
              HasSubstr("which is in this group"));
}

TEST(Routines, AreNumberedInTheOrderInWhichTheyRun) {
  const World world({thorn("a", "  - {function: late, at: output}\n  - {function: early, at: initial}\n")});
  const Schedule schedule = world.build();
  ASSERT_EQ(schedule.routines().size(), 2u);
  EXPECT_EQ(schedule.routines()[0].full_name(), "a::early");
  EXPECT_EQ(schedule.routines()[0].id, 0);
  EXPECT_EQ(schedule.routines()[0].bin, "initial");
  EXPECT_EQ(schedule.routines()[1].bin, "output");
}

TEST(Text, ShowsTheTree) {
  const World world({thorn("a",
                           "  - {group: step, at: evol, every: 2, sync: [phi]}\n"
                           "  - {kernel: k, as: kk, in: step, device: true, reads: [phi@1], writes: [phi]}\n",
                           "groups:\n  g: {type: gf, variables: [phi], timelevels: 2, description: d}\n")});
  EXPECT_EQ(world.build().text(), "evol\n"
                                  "  a::step: group\n"
                                  "    every 2\n"
                                  "    a::kk: kernel k, device\n"
                                  "      reads a::phi@1(everywhere)\n"
                                  "      writes a::phi@0(interior)\n"
                                  "    sync a::phi\n");
}

} // namespace tree_test
} // namespace nopal::test
