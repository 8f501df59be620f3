// The ends of lists of steps, and the order of a run.

#include "world.hpp"

#include "core/schedule/dt_limit.hpp"
#include "core/schedule/run_order.hpp"
#include "tests/support/folders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace nopal::test {
namespace steps_test {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using testing::Not;

const char* const head = "thorn: t\ndescription: d\n"
                         "groups:\n"
                         "  fields: {type: gf, variables: [u, v], description: d}\n"
                         "  counts: {type: scalar, datatype: int, variables: [count], description: d}\n"
                         "schedule:\n";

std::string text(const Step& step) {
  // In the order of StepKind.
  constexpr const char* words[] = {"iteration", "iterations end", "cycle", "limit", "choose", "begin", "end",
                                   "on",        "call",           "sync",  "off",   "if"};
  std::string text = words[static_cast<int>(step.kind)];
  if (step.kind == StepKind::begin_iteration) text += " " + std::to_string(step.clock.iteration);
  return step.name != nullptr ? text + " " + *step.name : text;
}

std::vector<std::string> texts(const std::vector<Step>& list) {
  std::vector<std::string> all;
  for (const Step& step : list) all.push_back(text(step));
  return all;
}

TEST(Steps, KernelsOfABinAreOneList) {
  const World world({std::string(head) + "  - {kernel: a, at: evol, writes: [u], sync: [u]}\n"
                                         "  - {kernel: b, at: evol, reads: [u], writes: [v], storage: [v]}\n"});
  const Schedule schedule = world.build();
  BinSteps steps(schedule);
  steps.start("evol", {2.5, 0.5, 5});
  const std::vector<Step>& list = steps.next();
  EXPECT_THAT(texts(list),
              ElementsAre("begin evol", "call t::a", "sync t::a", "on t::b", "call t::b", "off t::b", "end evol"));
  for (const Step& step : list) EXPECT_EQ(step.clock.time, 2.5);
  EXPECT_THAT(steps.next(), IsEmpty());
  steps.start("analysis", {});
  EXPECT_THAT(texts(steps.next()), ElementsAre("begin analysis", "end analysis"));
}

TEST(Steps, AFunctionMayChangeTheClockOfTheStepsAfterIt) {
  const World world({std::string(head) + "  - {function: f, at: evol}\n"
                                         "  - {function: g, at: evol}\n"});
  const Schedule schedule = world.build();
  BinSteps steps(schedule);
  steps.start("evol", {2.5, 0.5, 5});
  EXPECT_EQ(steps.next().back().clock.time, 2.5);
  steps.set_clock({2.25, 0.25, 5}, {});
  for (const Step& step : steps.next()) EXPECT_EQ(step.clock.dt, 0.25);
}

TEST(Steps, AListEndsAtAConditionOnAVariableAndGoesOnWithItsAnswer) {
  const World world({std::string(head) + "  - {kernel: a, at: evol, writes: [u]}\n"
                                         "  - {group: g, at: evol, while: 'count < 2'}\n"
                                         "  - {kernel: b, in: g, writes: [v]}\n"
                                         "  - {function: c, in: g, writes: [count]}\n"
                                         "  - {kernel: d, at: evol, writes: [v]}\n"});
  const Schedule schedule = world.build();
  BinSteps steps(schedule);
  steps.start("evol", {});
  const std::vector<Step>* list = &steps.next();
  EXPECT_THAT(texts(*list), ElementsAre("begin evol", "call t::a", "if t::g"));
  EXPECT_EQ(list->back().passes, 0);
  list = &steps.next(true);
  EXPECT_THAT(texts(*list), ElementsAre("call t::b", "call t::c", "if t::g"));
  EXPECT_EQ(list->back().passes, 1);
  EXPECT_THAT(texts(steps.next(false)), ElementsAre("call t::d", "end evol"));
  EXPECT_THAT(steps.next(), IsEmpty());
}

TEST(Steps, ARequestOfAFunctionCountsForTheItemsBehindIt) {
  const World world({std::string(head) + "  - {function: f, at: evol, sync: [u]}\n"
                                         "  - {function: g, at: evol, every: 0}\n"
                                         "  - {function: h, at: evol}\n"});
  const Schedule schedule = world.build();
  std::set<std::string> requested;
  BinSteps steps(schedule, [&](const std::string& item) { return requested.erase(item) > 0; });
  steps.start("evol", {});
  EXPECT_THAT(texts(steps.next()), ElementsAre("begin evol", "call t::f", "sync t::f"));
  requested = {"t::f", "t::g"};
  EXPECT_THAT(texts(steps.next()), ElementsAre("call t::g"));
  EXPECT_THAT(texts(steps.next()), ElementsAre("call t::h", "end evol"));
  EXPECT_THAT(requested, ElementsAre("t::f")) << "its turn was before the request";
}

/// Bins without items, in the order of a run. `more`: of the declaration.
struct EmptyRun {
  explicit EmptyRun(RunQuestions questions = {}, const std::string& more = "")
      : world({"thorn: t\ndescription: d\n" + more}), order(build(world, schedule), domain, questions) {}
  static const Schedule& build(World& world, Schedule& schedule) {
    world.bins = read_bins(source_folder() + "/schedules/bins.yaml");
    return schedule = world.build();
  }
  /// The steps up to the end of the start, iteration or end that was called last. A bin is given by its name only.
  std::vector<std::string> rest() {
    std::vector<std::string> all;
    for (auto* list = &order.next(); !list->empty(); list = &order.next())
      for (const Step& step : *list)
        if (step.kind != StepKind::end_bin) all.push_back(step.kind == StepKind::begin_bin ? *step.name : text(step));
    return all;
  }
  World world;
  Schedule schedule;
  Domain domain{{.cells = {4, 4, 4}}};
  RunOrder order;
};

TEST(RunOrder, OfAFreshRun) {
  EmptyRun run;
  run.order.start();
  EXPECT_THAT(run.rest(), ElementsAre("iteration 0", "startup", "paramcheck", "basegrid", "initial", "postinitial",
                                      "poststep", "analysis", "output"));
  run.order.iterate(1);
  EXPECT_THAT(run.rest(),
              ElementsAre("iteration 1", "cycle", "prestep", "evol", "poststep", "checkpoint", "analysis", "output"));
  EXPECT_EQ(run.order.iteration(), 1);
  run.order.end(true);
  EXPECT_THAT(run.rest(), ElementsAre("analysis", "output", "iterations end", "terminate", "shutdown"));
}

TEST(RunOrder, OfARunThatWritesNothing) {
  EmptyRun run;
  run.order.leave_out_writing();
  run.order.start();
  EXPECT_THAT(run.rest(),
              ElementsAre("iteration 0", "startup", "paramcheck", "basegrid", "initial", "postinitial", "poststep"));
  run.order.iterate(1);
  EXPECT_THAT(run.rest(), ElementsAre("iteration 1", "cycle", "prestep", "evol", "poststep"));
  run.order.output(3);
  EXPECT_THAT(run.rest(), ElementsAre());
  EXPECT_EQ(run.order.iteration(), 3);
  run.order.end(true);
  EXPECT_THAT(run.rest(), ElementsAre("iterations end", "shutdown"));
}

TEST(RunOrder, LimitsThatDependOnScalarsAreLookedAtBeforeAnIteration) {
  EmptyRun run({}, "groups:\n  counts: {type: scalar, datatype: int, variables: [count], description: d}\n"
                   "max_dt: dx/(1 + t::count + 0*count)\n");
  run.order.start();
  EXPECT_THAT(run.rest(), Not(Contains("limit max_dt of t")));
  run.order.iterate(1);
  EXPECT_THAT(run.rest(), ElementsAre("iteration 1", "cycle", "limit max_dt of t", "prestep", "evol", "poststep",
                                      "checkpoint", "analysis", "output"));
  const DtLimit& limit = run.schedule.dt_limits().front();
  EXPECT_THAT(limit.variables, ElementsAre(0)) << "it has two names";
  const double largest = largest_dt(limit, run.domain, run.world.parameters, [](int) { return 3.0; });
  EXPECT_EQ(largest, run.domain.spacing(0) / 4);
}

TEST(RunOrder, ARunThatChoosesItsTimeStepsAsksForAllLimits) {
  World world({"thorn: t\ndescription: d\nmax_dt: dx\n"});
  Schedule schedule;
  EmptyRun::build(world, schedule);
  const Domain domain({.cells = {4, 4, 4}, .adaptive = true});
  RunClock clock(domain);
  RunOrder order(schedule, clock);
  order.start();
  while (!order.next().empty()) {
  }
  order.iterate(1);
  std::vector<std::string> seen;
  for (auto* list = &order.next(); !list->empty(); list = &order.next())
    for (const Step& step : *list) {
      if (step.kind == StepKind::choose_dt) clock.choose({.allowed = 0.03125});
      if (step.kind == StepKind::begin_bin) {
        EXPECT_EQ(step.clock.time, 0.03125);
      }
      seen.push_back(text(step));
    }
  seen.resize(5);
  EXPECT_THAT(seen, ElementsAre("iteration 1", "cycle", "limit max_dt of t", "choose", "begin prestep"));
}

TEST(DtLimit, RoundingIsAllowed) {
  const DtLimit limit{"max_dt of t", "dx", {}, {}, {}};
  const Domain domain{{.cells = {4, 4, 4}, .courant = 0.3}};
  EXPECT_EQ(refusal_of_dt(limit, domain, domain.dt() * (1 - 1e-13)), "");
  EXPECT_THAT(refusal_of_dt(limit, domain, domain.dt() / 3), EndsWith("set driver.courant: 0.1 or less"));
  for (const double wrong : {0.0, -1.0, std::nan("")})
    EXPECT_THAT(refusal_of_dt(limit, domain, wrong), EndsWith("it must be positive"));
}

TEST(RunOrder, OfARunThatGoesOnFromACheckpoint) {
  for (const bool output_done : {false, true}) {
    EmptyRun run({.is_requested = {}, .recovered = [&] { return RecoveredState{7, output_done}; }});
    run.order.start();
    std::vector<std::string> expected{"iteration 0", "startup", "paramcheck", "basegrid", "iteration 7", "recover"};
    if (!output_done) expected.insert(expected.end(), {"analysis", "output"});
    EXPECT_EQ(run.rest(), expected);
    EXPECT_EQ(run.order.iteration(), 7);
    run.order.end(false);
    EXPECT_THAT(run.rest(), ElementsAre("iterations end", "terminate", "shutdown"));
  }
}

} // namespace steps_test
} // namespace nopal::test
