#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace nopal::test {
namespace every_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

World with(const std::string& items) {
  return World({R"(thorn: t
description: d
parameters:
  n: {type: int, default: 3, description: d}
  m: {type: int, default: 4, description: d}
  interval: {type: real, default: 2.5, description: d}
  last: {type: bool, default: true, description: d}
  word: {type: string, default: hello, description: d}
  fields: {type: "string[]", default: ["t::phi"], description: d}
groups:
  fields: {type: gf, variables: [phi, other], description: d}
schedule:
  - )" + items + "\n"});
}

/// The iterations below `end` at which t::f is called.
std::vector<int> due(const World& world, double dt, int end = 21) {
  Schedule schedule = world.build();
  schedule.set_time_step(dt);
  std::vector<int> found;
  for (int iteration = 0; iteration < end; ++iteration)
    if (!events(world, schedule, "evol", iteration).empty()) found.push_back(iteration);
  return found;
}

std::vector<std::string> at_end(const World& world, const Schedule& schedule, const std::string& bin,
                                std::int64_t iteration) {
  Recorder recorder(world);
  recorder.run(schedule, bin, iteration, true);
  return recorder.events;
}

TEST(Every, ByNumberAndByParameter) {
  const World two = with("{function: f, at: evol, every: 2}");
  const World parameter = with("{function: f, at: evol, every: n}");
  const World never = with("{function: f, at: evol, every: 0}");
  for (int iteration = 0; iteration < 7; ++iteration) {
    EXPECT_EQ(events(two, two.build(), "evol", iteration).size(), iteration % 2 == 0 ? 1u : 0u);
    EXPECT_EQ(events(parameter, parameter.build(), "evol", iteration).size(), iteration % 3 == 0 ? 1u : 0u);
    EXPECT_THAT(events(never, never.build(), "evol", iteration), IsEmpty());
  }
}

TEST(Every, NamesWhatSaysHowOften) {
  EXPECT_THAT(
      with("{function: f, at: evol, every: word}").errors(),
      HasSubstr("every: names t::word, which is string; expected an int (iterations), a real (physical time) or "
                "a bool (at the end) parameter"));
  EXPECT_THAT(with("{function: f, at: evol, every: [n, n]}").errors(),
              HasSubstr("every: names t::n and t::n, which have the same type: leave one out"));
  EXPECT_THAT(with("{function: f, at: evol, every: k}").errors(), HasSubstr("\"k\" is no parameter of t"));
}

TEST(Every, SoMuchPhysicalTime) {
  World world = with("{function: f, at: evol, every: interval}");
  // Every 2.5 with dt = 1: the first iterations that reach 0, 2.5, 5, 7.5, …
  EXPECT_THAT(due(world, 1.0), ElementsAre(0, 3, 5, 8, 10, 13, 15, 18, 20));
  EXPECT_THAT(due(world, 0.5), ElementsAre(0, 5, 10, 15, 20));
  EXPECT_EQ(due(world, 4.0, 5), (std::vector<int>{0, 1, 2, 3, 4}));
  // The sum of ten times 0.1 is a little less than 1.
  world.set("t::interval", {false, {1.0}});
  EXPECT_THAT(due(world, 0.1), ElementsAre(0, 10, 20));
  world.set("t::interval", {false, {0.0}});
  EXPECT_THAT(due(world, 0.1), IsEmpty());
}

TEST(Every, NeverSkipsAMultipleOrTakesItTwice) {
  World world = with("{function: f, at: evol, every: interval}");
  for (const double dt : {0.1, 0.3, 1.0 / 3, 0.7, 0.24999, 1e-3}) {
    const std::vector<int> found = due(world, dt, 3000);
    // One call for each multiple of 2.5 up to the end, the one at 0 included.
    EXPECT_EQ(found.size(), static_cast<std::size_t>((2999 * dt) / 2.5 + 1e-9) + 1) << dt;
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_GE(found[k] * dt, 2.5 * static_cast<double>(k) - 2e-6 * dt);
      EXPECT_LT((found[k] - 1) * dt, 2.5 * static_cast<double>(k));
    }
  }
}

TEST(Every, StepsOfDifferentLengths) {
  World world = with("{function: f, at: evol, every: interval}");
  const Schedule schedule = world.build();
  const std::vector<double> times{0, 1, 2.4999, 2.5, 2.6, 4.9, 10.1, 10.2, 12.499999999999998};
  std::vector<int> found;
  for (int n = 0; n < static_cast<int>(times.size()); ++n) {
    BinSteps steps(schedule);
    steps.start("evol", {.iteration = n}, false,
                PassedTime{n > 0 ? times[static_cast<std::size_t>(n) - 1] : 0, times[static_cast<std::size_t>(n)]});
    if (steps.next().size() > 2) found.push_back(n);
  }
  EXPECT_THAT(found, ElementsAre(0, 3, 6, 8)) << "0, 2.5, 5 to 10, 12.5 apart from rounding";
}

TEST(Every, AnyOfSeveral) {
  World world = with("{function: f, at: evol, every: [n, interval, last]}");
  world.set("t::n", {false, {std::int64_t{3}}});
  EXPECT_THAT(due(world, 1.0, 11), ElementsAre(0, 3, 5, 6, 8, 9, 10));
}

TEST(Every, ADefaultStepsBackBehindWhatIsAskedFor) {
  World world = with("{function: f, at: evol, every: [n, interval, last]}");
  EXPECT_THAT(due(world, 1.0, 11), ElementsAre(0, 3, 5, 8, 10)) << "n has its default";
  world.set("t::interval", {false, {0.0}});
  EXPECT_THAT(due(world, 1.0, 11), IsEmpty()) << "at the end alone";
  world.set("t::last", {false, {false}});
  EXPECT_THAT(due(world, 1.0, 11), ElementsAre(0, 3, 6, 9)) << "nothing else is asked for";
}

TEST(Every, Periods) {
  World world = with("{function: f, at: evol, every: [n, interval]}");
  world.set("t::n", {false, {std::int64_t{3}}});
  Schedule schedule = world.build();
  schedule.set_time_step(0.5);
  EXPECT_THAT(schedule.periods(), ElementsAre(3, 5));
  schedule.set_time_step(0.7);
  EXPECT_THAT(schedule.periods(), ElementsAre(3, std::numeric_limits<std::int64_t>::max()));
}

TEST(Every, AtTheEndOnceMoreUnlessItWasDue) {
  World world = with("{function: f, at: output, every: [n, last]}\n"
                     "  - {function: g, at: output, every: n}\n"
                     "  - {function: h, at: output}\n");
  world.set("t::n", {false, {std::int64_t{3}}});
  const Schedule schedule = world.build();
  EXPECT_THAT(at_end(world, schedule, "output", 4), ElementsAre("call t::f"));
  EXPECT_THAT(at_end(world, schedule, "output", 6), IsEmpty());
  world.set("t::n", {false, {std::int64_t{0}}});
  EXPECT_THAT(at_end(world, schedule, "output", 6), ElementsAre("call t::f"));
  EXPECT_EQ(schedule.callable().size(), 2u) << "f and h, since f is due at the end";
  world.set("t::last", {false, {false}});
  EXPECT_THAT(at_end(world, schedule, "output", 6), IsEmpty());
  EXPECT_EQ(schedule.callable().size(), 1u);
}

TEST(Every, AtTheEndInsideOfGroups) {
  World world = with("{group: g, at: output, every: m}\n"
                     "  - {function: a, in: g, every: [n, last]}\n"
                     "  - {function: b, in: g}\n"
                     "  - {group: last_one, at: output, every: [n, last]}\n"
                     "  - {function: c, in: last_one}\n");
  world.set("t::n", {false, {std::int64_t{3}}});
  const Schedule schedule = world.build();
  EXPECT_THAT(at_end(world, schedule, "output", 4), ElementsAre("call t::a", "call t::c"));
  EXPECT_THAT(at_end(world, schedule, "output", 5), ElementsAre("call t::c")) << "its group was not due";
  EXPECT_THAT(at_end(world, schedule, "output", 12), IsEmpty());
}

TEST(Every, OutputOfTheEndTriggersWhatItNeeds) {
  World world = with("{function: f, at: analysis, trigger: [phi]}\n"
                     "  - {function: w, at: output, reads: {from: fields, every: [n, last]}}\n");
  world.set("t::n", {false, {std::int64_t{3}}});
  const Schedule schedule = world.build();
  EXPECT_THAT(events(world, schedule, "analysis", 4), IsEmpty());
  EXPECT_THAT(at_end(world, schedule, "analysis", 4), ElementsAre("call t::f"));
  EXPECT_THAT(at_end(world, schedule, "output", 4), ElementsAre("call t::w"));
  EXPECT_THAT(events(world, schedule, "analysis", 3), ElementsAre("call t::f"));
  EXPECT_THAT(at_end(world, schedule, "analysis", 3), IsEmpty()) << "output of iteration 3 has triggered it";
  EXPECT_THAT(at_end(world, schedule, "output", 3), IsEmpty());
}

TEST(Every, ATriggeredItemAlsoRunsAtItsOwnIterations) {
  World world = with("{function: f, at: analysis, every: m, trigger: [phi]}\n"
                     "  - {group: g, at: analysis, every: 0, trigger: [phi]}\n"
                     "  - {function: a, in: g}\n"
                     "  - {function: w, at: output, reads: {from: fields, every: [n, last]}}\n");
  world.set("t::n", {false, {std::int64_t{6}}}); // and m is 4
  const Schedule schedule = world.build();
  EXPECT_THAT(events(world, schedule, "analysis", 4), ElementsAre("call t::f"));
  EXPECT_THAT(events(world, schedule, "analysis", 6), ElementsAre("call t::f", "call t::a"));
  EXPECT_THAT(events(world, schedule, "analysis", 7), IsEmpty());
  EXPECT_THAT(at_end(world, schedule, "analysis", 4), ElementsAre("call t::a"));
  EXPECT_THAT(at_end(world, schedule, "analysis", 6), IsEmpty());
  EXPECT_THAT(at_end(world, schedule, "analysis", 7), ElementsAre("call t::f", "call t::a"));
  EXPECT_EQ(schedule.callable().size(), 3U);
  world.set("t::fields", strings({}));
  EXPECT_EQ(world.build().callable().size(), 1U) << "nothing can trigger g, and w has nothing to write";
}

TEST(Every, WhatIsComputedAgain) {
  World world = with("{function: s, at: initial, writes: [phi, other]}\n"
                     "  - {function: f, at: analysis, every: n, writes: [phi(owned)]}\n");
  EXPECT_TRUE(world.build().computes_again(world.variable("t::phi")));
  EXPECT_FALSE(world.build().computes_again(world.variable("t::other")));
  world.set("t::n", {false, {std::int64_t{0}}});
  EXPECT_FALSE(world.build().computes_again(world.variable("t::phi"))) << "f is never due";
}

TEST(Every, ARequestIsAsGoodAsATurn) {
  const World world = with("{function: f, at: evol, every: 0}\n  - {function: g, at: evol, every: n}\n");
  const Schedule schedule = world.build();
  Recorder recorder(world);
  recorder.requested = {"t::f", "t::g"};
  recorder.run(schedule, "evol");
  EXPECT_THAT(recorder.events, ElementsAre("call t::f", "call t::g"));
  EXPECT_THAT(recorder.requested, IsEmpty()) << "also that of what was due anyway";
  EXPECT_TRUE(schedule.has_item("t::g"));
  EXPECT_FALSE(schedule.has_item("t::h"));
}

} // namespace every_test
} // namespace nopal::test
