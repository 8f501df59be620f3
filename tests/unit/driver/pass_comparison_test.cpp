#include "driver/plan/pass_comparison.hpp"
#include "tests/support/error_of.hpp"

#include <gmock/gmock.h>

namespace nopal::test {
namespace {

using ::testing::HasSubstr;

constexpr Counters in_and_out{{2, 160, 192}, {1, 80, 96}};
constexpr Counters only_out{{0, 0, 0}, {1, 80, 96}};

/// Initial data, two epochs of 4 iterations, and a lone kernel after each.
StreamedPlan small_plan() {
  StreamedPlan plan;
  plan.passes = {{.what = "t::initial", .times = 1, .copies = only_out},
                 {.what = "epoch of 4 iterations of t::step", .times = 2, .copies = in_and_out},
                 {.what = "t::energy", .times = 2, .copies = in_and_out}};
  plan.order = {{0, 0}, {1, 1}, {4, 2}, {5, 1}, {8, 2}};
  plan.walked = 8;
  plan.is_whole = plan.is_exact = true;
  return plan;
}

const StreamedData initial{0, "t::initial", only_out};
const StreamedData epoch{1, "epoch of 4 iterations of t::step", in_and_out};

class Passes : public ::testing::Test {
protected:
  /// The first passes of the plan happen.
  void follow(std::size_t n) {
    for (std::size_t p = 0; p < n; ++p) {
      const auto& [iteration, pass] = plan.order[p];
      comparison.streamed({iteration, plan.passes[pass].what, plan.passes[pass].copies});
    }
  }
  std::string error_of_pass(const StreamedData& data) {
    return error_of([&] { comparison.streamed(data); });
  }
  StreamedPlan plan = small_plan();
  PassComparison comparison{plan, 3};
};

TEST_F(Passes, ARunAsPlannedPasses) {
  follow(5);
  comparison.run_done(true);
  EXPECT_EQ(comparison.account(), "plan: 5 passes copied exactly what was planned, in the same order");
}

TEST_F(Passes, ADifferenceIsNamed) {
  follow(1);
  StreamedData shorter = epoch;
  shorter.copies.to_device.payload_bytes = 80;
  EXPECT_EQ(error_of_pass(shorter),
            "the run differs from its plan on rank 3, pass 2:\n"
            "  planned:  iteration 1, epoch of 4 iterations of t::step: host->device 2 transfers, "
            "160 bytes payload, 192 bytes moved; device->host 1 transfer, 80 bytes payload, 96 "
            "bytes moved\n"
            "  happened: iteration 1, epoch of 4 iterations of t::step: host->device 2 transfers, "
            "80 bytes payload, 192 bytes moved; device->host 1 transfer, 80 bytes payload, 96 "
            "bytes moved");
  EXPECT_THAT(error_of_pass({2, epoch.what, epoch.copies}), HasSubstr("happened: iteration 2, "));
  EXPECT_THAT(error_of_pass({1, "t::energy", epoch.copies}), HasSubstr("happened: iteration 1, t::energy: "));
}

TEST_F(Passes, TheEndsMustMeet) {
  follow(4);
  EXPECT_THAT(error_of([&] { comparison.run_done(true); }),
              ::testing::AllOf(HasSubstr("planned:  iteration 8, t::energy"), HasSubstr("happened: nothing more")));
  EXPECT_EQ(error_of([&] { comparison.run_done(false); }), "no error") << "the run ended early";
  comparison.streamed({8, "t::energy", in_and_out});
  EXPECT_THAT(error_of_pass(epoch), ::testing::AllOf(HasSubstr("pass 6:"), HasSubstr("planned:  nothing more")));
}

TEST(PassComparison, APlanMayEndBeforeTheRun) {
  StreamedPlan plan = small_plan();
  plan.is_whole = false;
  plan.order.resize(2);
  PassComparison comparison(plan, 0);
  comparison.streamed(initial);
  comparison.streamed(epoch);
  comparison.streamed(epoch);
  comparison.run_done(true);
  EXPECT_THAT(comparison.account(),
              HasSubstr("2 passes copied exactly what was planned, in the same order; the plan ends "
                        "with iteration 8"));
}

TEST(PassComparison, WhatAPlanCannotKnowExemptsARun) {
  StreamedPlan chosen = small_plan(), conditional = small_plan();
  chosen.is_exact = false;
  conditional.unknown = {"t::solve: t::residual > 0"};
  for (const auto& [plan, reason] :
       {std::pair{chosen, "nopal chooses"}, std::pair{conditional, "whether this holds: t::solve: t::residual > 0"}}) {
    PassComparison comparison(plan, 0);
    comparison.streamed(epoch); // not the first one of the plan
    comparison.run_done(true);
    EXPECT_THAT(comparison.account(), HasSubstr("cannot be compared"));
    EXPECT_THAT(comparison.account(), HasSubstr(reason));
  }
  PassComparison steered(small_plan(), 0);
  steered.steered(1, {});
  steered.streamed(epoch);
  EXPECT_THAT(steered.account(), HasSubstr("parameters were steered"));
  EXPECT_THAT(error_of([&] { steered.recovery_begins(); }), HasSubstr("continues from a checkpoint"));
}

} // namespace
} // namespace nopal::test
