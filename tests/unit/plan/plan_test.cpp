// Tests plans of small thorns: their patterns, their counts, and the comparison with a run that differs.

#include "core/plan/comparison.hpp"
#include "core/plan/plan_text.hpp"
#include "tests/support/folders.hpp"
#include "tests/unit/schedule/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Returns the declaration of a wave on the device. `item` is an item that reads the wave on the host.
std::string wave(const std::string& item) {
  return R"(thorn: wave
description: d
groups:
  scalar: {type: gf, variables: [phi], timelevels: 2, description: d}
  numbers: {type: scalar, variables: [steps], datatype: int, description: d}
schedule:
  - {function: start, at: initial, writes: [phi@0(everywhere), phi@1(everywhere), steps]}
  - {kernel: evolve, at: evol, device: true, reads: [phi@1], writes: [phi(interior)]}
  - {kernel: boundary, at: evol, after: [evolve], device: true, writes: [phi(boundary)], sync: [scalar]}
)" + item;
}

struct Planned {
  explicit Planned(const std::string& item, std::int64_t iterations = -1, int ranks = 2) : world({wave(item)}) {
    world.bins = read_bins(source_folder() + "/schedules/bins.yaml");
    schedule = world.build();
    DomainSpec spec;
    spec.cells = {9, 9};
    spec.dimension = 2;
    decomposition.emplace(Domain(spec), ranks);
    input.variables = &world.variables;
    input.schedule = &schedule;
    input.decomposition = &*decomposition;
    input.device = DeviceKind::copies;
    input.iterations = iterations;
  }
  Plan plan(int rank = 0) const { return make_plan(input, rank); }
  PlanTotals totals(std::int64_t iterations) const {
    return totals_of(world.variables, schedule.routines(), plan(), iterations);
  }

  World world;
  Schedule schedule;
  std::optional<Decomposition> decomposition;
  PlanInput input;
};

constexpr std::int64_t row = 10 * 8; // bytes that a sync sends

const char* const norms = "  - {function: norms, at: analysis, every: 3, reads: [phi(owned)]}\n";

TEST(Plan, RepeatsAfterTheCommonPeriodOnceValidityDoes) {
  const Planned planned(std::string(norms) + "  - {function: lines, at: output, every: 2, reads: [phi(owned)]}\n");
  const Plan plan = planned.plan();
  EXPECT_EQ(plan.period, 6);
  EXPECT_EQ(plan.walked.size(), static_cast<std::size_t>(plan.repeats_after + 6));
  EXPECT_EQ(plan.pattern(7), plan.pattern(7 + 6));
  EXPECT_EQ(plan.pattern(1'000'000'003), plan.pattern(7));
  EXPECT_FALSE(plan.has_end);
  EXPECT_EQ(iterations_text(plan, plan.pattern(8)), "2, 4, 8, 10");
}

TEST(Plan, TotalsOfManyIterationsAreThoseOfEachOne) {
  const Planned planned(norms);
  const std::int64_t owned = 10 * 5 * 8;
  // The initial data are on the host, so phi goes to the device once. At every third iteration phi goes to the host.
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{1}, std::int64_t{7}, std::int64_t{300'000'000}}) {
    const PlanTotals totals = planned.totals(n);
    EXPECT_EQ(totals.by_cause.contains("sync of wave::boundary")
                  ? totals.by_cause.at("sync of wave::boundary").to_host.payload_bytes
                  : 0,
              n * row);
    EXPECT_EQ(totals.by_cause.contains("wave::norms") ? totals.by_cause.at("wave::norms").to_host.payload_bytes : 0,
              n / 3 * owned);
    EXPECT_EQ(totals.all.to_host.payload_bytes, n * row + n / 3 * owned);
  }
}

TEST(Plan, TheEndFollowsFromTheLastIterationHoweverLate) {
  const std::string saved = std::string(norms) + "  - {function: save, at: terminate, reads: [phi(owned)]}\n";
  // If the last iteration is a multiple of 3, the norms have already brought phi to the host.
  for (const std::int64_t last :
       {std::int64_t{2}, std::int64_t{3}, std::int64_t{299'999'999}, std::int64_t{300'000'000}}) {
    const Planned planned(saved, last);
    const Plan plan = planned.plan();
    ASSERT_TRUE(plan.has_end);
    EXPECT_EQ(transfers_of(plan.end).to_host.transfers, last % 3 == 0 ? 0 : 1) << last;
  }
}

TEST(Plan, RanksDifferInBytesOnly) {
  const Planned planned(norms);
  const Plan first = planned.plan(0), second = planned.plan(1);
  EXPECT_EQ(first.walked, second.walked);
  EXPECT_EQ(first.period, second.period);
}

TEST(Plan, WhatOnlyTheRunKnowsIsListedAndLeftOut) {
  const Planned planned("  - {function: refine, at: poststep, if: steps < 10, reads: [phi(owned)], writes: [steps]}\n");
  const Plan plan = planned.plan();
  EXPECT_THAT(plan.unknown, ElementsAre("wave::refine: steps < 10"));
  for (const PlannedEvents& events : plan.patterns)
    for (const PlannedEvent& event : events)
      EXPECT_TRUE(event.routine < 0 ||
                  planned.schedule.routines()[static_cast<std::size_t>(event.routine)].name != "refine");
  PlanComparison comparison(planned.world.variables, planned.schedule.routines(), plan);
  PlanWalk walk(planned.input, 0, {&comparison});
  walk.start();
  comparison.start_done();
  EXPECT_THAT(comparison.account(),
              HasSubstr("cannot be compared with its plan: only the run knows whether this holds: "
                        "wave::refine: steps < 10"));
}

TEST(Plan, NamesWhatFunctionsMayInterpolateFromTheDevice) {
  Planned planned("  - {function: find, at: analysis, interpolates: [phi]}\n");
  const Plan plan = planned.plan();
  const std::vector<Routine>& routines = planned.schedule.routines();
  EXPECT_THAT(plan_text(planned.world.variables, routines, plan),
              HasSubstr("not planned, because only the run knows the points: wave::find copies wave::phi@0 (owned) "
                        "from the device by call.interpolate(), in each call at most 400 bytes"));
  PlanComparison comparison(planned.world.variables, routines, plan);
  const auto interpolate = [&](const std::string& cause, std::int64_t bytes) {
    Transfer copy;
    copy.order.slot = {0, 0};
    copy.payload_bytes = bytes;
    comparison.end({.hook = Hook::require_valid_data, .cause = cause, .copies = {&copy, 1}});
  };
  interpolate("call.interpolate() of wave::find", 400);
  EXPECT_THAT(comparison.account(), HasSubstr("not planned: 1 call copied 400 bytes"));
  EXPECT_THROW(interpolate("call.interpolate() of wave::find", 408), Error);
  EXPECT_THROW(interpolate("call.interpolate() of wave::norms", 8), Error);
  planned.input.device = DeviceKind::none;
  EXPECT_TRUE(planned.plan().interpolations.empty());
}

TEST(Plan, WhatSomebodyUnseenMayGiveIsTakenToBeThere) {
  Planned planned("  - {function: past, at: prestep, reads: [phi@0]}\n");
  planned.input.unseen_writer = [](int, Region, std::int64_t) {
    return std::string("wave::copy, which may call hooks by itself");
  };
  const Plan plan = planned.plan();
  EXPECT_THAT(plan.assumed,
              ElementsAre("wave::past reads wave::phi@0 (everywhere), which must come from wave::copy, which may call "
                          "hooks by itself"));
  EXPECT_GT(plan.period, 0);
  PlanComparison comparison(planned.world.variables, planned.schedule.routines(), plan);
  PlanWalk walk(planned.input, 0, {&comparison});
  walk.start();
  comparison.start_done();
  EXPECT_THAT(comparison.account(), HasSubstr("cannot be compared with its plan: wave::past reads wave::phi@0"));
  planned.input.unseen_writer = [](int, Region, std::int64_t) { return std::string(); };
  EXPECT_THROW(planned.plan(), Error);
}

TEST(Plan, AReadOfWhatIsValidNowhereIsAnError) {
  const Planned planned("  - {function: past, at: prestep, reads: [phi@0]}\n");
  EXPECT_THROW(planned.plan(), Error);
}

TEST(PlanComparison, ARunAsPlannedPasses) {
  const Planned planned(norms, 7);
  const Plan plan = planned.plan(1);
  PlanComparison comparison(planned.world.variables, planned.schedule.routines(), plan);
  PlanWalk run(planned.input, 1, {&comparison});
  run.start();
  comparison.start_done();
  for (std::int64_t n = 1; n <= 7; ++n) {
    run.iterate(n);
    comparison.iteration_done(n);
  }
  run.end();
  comparison.run_done(true);
  EXPECT_EQ(comparison.account(),
            "plan: the start and 7 iterations copied exactly what was planned, in the same order");
}

TEST(PlanComparison, ARunThatDiffersIsFoundWhereItDoes) {
  const Planned planned(norms);
  const Planned without("  - {function: norms, at: analysis, every: 6, reads: [phi(owned)]}\n");
  const Plan plan = planned.plan();
  PlanComparison comparison(planned.world.variables, planned.schedule.routines(), plan);
  PlanWalk run(without.input, 0, {&comparison});
  run.start();
  comparison.start_done();
  for (std::int64_t n = 1; n <= 2; ++n) {
    run.iterate(n);
    comparison.iteration_done(n);
  }
  run.iterate(3);
  EXPECT_THAT([&] { comparison.iteration_done(3); },
              testing::ThrowsMessage<Error>(
                  "the run differs from its plan at iteration 3 on rank 0, event 4:\n"
                  "  planned:  wave::norms on the host: device->host wave::phi@0 (owned) 400 bytes (592 on the bus)\n"
                  "  happened: nothing more"));
}

TEST(PlanComparison, HooksOfFunctionsExemptARunAndTheFunctionIsNamed) {
  const Planned planned(norms);
  const Plan plan = planned.plan();
  const std::vector<Routine>& routines = planned.schedule.routines();
  PlanComparison comparison(planned.world.variables, routines, plan);
  comparison.end({.hook = Hook::pre_call_function, .routine = &routines.back()});
  comparison.end({.hook = Hook::notify_data_modified});
  comparison.start_done();
  EXPECT_EQ(comparison.account(), "plan: this run cannot be compared with its plan: " + routines.back().full_name() +
                                      " calls hooks of the Accelerator");
}

} // namespace
} // namespace nopal::test
