#include "core/trace/history.hpp"
#include "core/trace/repetition.hpp"

#include <gmock/gmock.h>

namespace nopal {
namespace history_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

TEST(Repetition, IterationsThatRepeatAnEarlierOneAreToldOnce) {
  std::vector<IterationLines> iterations{{0, {"start"}}};
  for (int i = 1; i <= 5; ++i) iterations.push_back({i, {"a", "b"}});
  iterations.push_back({6, {"out"}});
  iterations.push_back({7, {"a", "b"}});
  EXPECT_THAT(without_repetition(iterations),
              ElementsAre("iteration 0", "  start", "iteration 1", "  a", "  b", "iterations 2 to 5: as iteration 1",
                          "iteration 6", "  out", "iteration 7: as iteration 1"));
}

TEST(Repetition, ManyStretchesWithNothingNewAreOneLine) {
  std::vector<IterationLines> iterations;
  for (int i = 0; i < 100; ++i) iterations.push_back({i, {i % 10 == 0 ? "out" : "step"}});
  EXPECT_THAT(without_repetition(iterations), ElementsAre("iteration 0", "  out", "iteration 1", "  step",
                                                          "iterations 2 to 99: 9 as iteration 0, 89 as iteration 1"));
}

TEST(Repetition, IterationsInWhichNothingHappenedBreakAStretch) {
  EXPECT_THAT(without_repetition({{0, {"a"}}, {1, {"a"}}, {5, {"a"}}}),
              ElementsAre("iteration 0", "  a", "iteration 1: as iteration 0", "iteration 5: as iteration 0"));
}

class History : public ::testing::Test {
protected:
  History() {
    history.name = "t::phi";
    history.kind = "gf";
    history.timelevels = 2;
    history.ranks = 2;
    history.parfile = "a.yaml";
    history.device = "checked";
    history.last_iteration = 2;
  }
  void change(std::int64_t event, std::int64_t iteration, const std::string& hook, const std::string& by, int timelevel,
              const std::string& place, Region before, Region after) {
    history.changes.push_back({{event, iteration, "evol"}, hook, by, timelevel, place, before, after});
  }
  void step(std::int64_t iteration) {
    const std::int64_t event = 10 * iteration;
    history.cycles.push_back({event, iteration, ""});
    change(event, iteration, "cycle", "", 0, "device", Region::everywhere, Region::none);
    change(event + 1, iteration, "post_call_function", "t::step", 0, "device", Region::none, Region::interior);
    change(event + 1, iteration, "post_call_function", "t::step", 0, "host", Region::interior, Region::none);
    for (const double rank : {0, 1}) {
      history.copies.push_back({{event + 2, iteration, "evol"}, 0, false, "", "sync", "t::step", 100, 1.5e6 + rank});
      history.copies.push_back({{event + 3, iteration, "evol"}, 0, true, "", "sync", "t::step", 100, 0.5e6});
    }
    change(event + 3, iteration, "post_sync", "t::step", 0, "device", Region::interior, Region::everywhere);
  }
  VariableHistory history;
};

TEST_F(History, SaysWhatBecameValidWhatMovedAndWhatItCost) {
  for (const int timelevel : {0, 1})
    change(1, 0, "post_call_function", "t::initial", timelevel, "device", Region::none, Region::everywhere);
  step(1);
  step(2);
  EXPECT_THAT(
      history_lines(history),
      ElementsAre("t::phi: gf, 2 timelevels; a.yaml, iterations 0 to 2, 2 ranks, device checked",
                  "iteration 0", //
                  "  evol: written by t::initial: phi@0, phi@1 (everywhere) valid on the device",
                  "iteration 1", //
                  "  cycle of timelevels: timelevels move up, phi@0 is valid nowhere",
                  "  evol: written by t::step: phi@0 (interior) valid on the device; phi@0 (interior) no longer valid "
                  "on the host",
                  "  evol: sync of t::step: strips of phi@0 device->host, 200 bytes; strips of phi@0 host->device, 200 "
                  "bytes; phi@0 (boundary, ghosts) valid on the device",
                  "iteration 2: as iteration 1",                 //
                  "at the end",                                  //
                  "  phi@0 is valid on the device (everywhere)", //
                  "  phi@1 is valid on the device (everywhere)",
                  "it cost 8 copies, 800 bytes, 8.0000 s, sums over 2 ranks",
                  "  cause         variable  to device  bytes  to host  bytes       s",
                  "  sync t::step  t::phi            4    400        4    400  8.0000"));
}

TEST_F(History, NamesEveryKindOfCause) {
  history.timelevels = 1;
  change(1, 0, "notify_data_modified", "t::f", 0, "host", Region::none, Region::everywhere);
  history.copies.push_back({{2, 0, "evol"}, 0, true, "owned", "routine", "t::r", 8, 1});
  change(2, 0, "pre_call_function", "t::r", 0, "device", Region::none, Region::owned);
  history.copies.push_back({{3, 0, "analysis"}, 0, false, "ghosts", "copyback", "", 8, 1});
  history.copies.push_back({{4, 0, "analysis"}, 0, false, "ghosts", "hook", "t::f", 8, 1});
  history.copies.push_back({{4, 0, "output"}, 0, false, "owned", "routine", "t::w", 24, 1, false, true});
  change(5, 0, "storage_off", "", 0, "host", Region::everywhere, Region::none);
  change(6, 0, "post_call_function", "t::r", 0, "device", Region::owned, Region::owned);
  const auto lines = history_lines(history);
  for (const char* line :
       {"  evol: notify_data_modified by t::f: phi@0 (everywhere) valid on the host",
        "  evol: read by t::r: phi@0 (owned) host->device, 8 bytes; phi@0 (owned) valid on the device",
        "  analysis: copyback: phi@0 (ghosts) device->host, 8 bytes",
        "  analysis: requested by t::f: phi@0 (ghosts) device->host, 8 bytes",
        "  output: read by t::w: points of phi@0 (owned) device->host, 24 bytes",
        "  evol: storage_off: phi@0 (everywhere) no longer valid on the host",
        "  evol: written by t::r: phi@0 (owned) valid as before on the device"})
    EXPECT_THAT(lines, Contains(line));
}

TEST_F(History, ScalarsHaveNoRegions) {
  history.kind = "scalar";
  history.timelevels = 1;
  change(1, 0, "post_call_function", "t::r", 0, "host", Region::none, Region::interior);
  const auto lines = history_lines(history);
  EXPECT_THAT(lines, Contains("  evol: written by t::r: phi@0 valid on the host"));
  EXPECT_THAT(lines, Contains("  phi@0 is valid on the host"));
  EXPECT_THAT(lines, Contains("it was never copied between host and device"));
}

TEST_F(History, TimelevelsTakeTheirValidityAlong) {
  change(1, 0, "post_call_function", "t::r", 0, "host", Region::none, Region::everywhere);
  history.cycles.push_back({2, 1, ""});
  const auto lines = history_lines(history);
  EXPECT_THAT(lines, Contains("  phi@0 is valid nowhere"));
  EXPECT_THAT(lines, Contains("  phi@1 is valid on the host (everywhere)"));
}

TEST_F(History, OfAVariableThatNothingHappenedTo) {
  EXPECT_THAT(history_lines(history), Contains("nothing happened to it while the run was traced"));
  EXPECT_THAT(history_lines(history), Not(Contains("at the end")));
}

TEST_F(History, OfARunThatEndedBeforeItsRanksWrote) {
  history.missing_ranks = {0, 2};
  EXPECT_THAT(
      history_lines(history),
      Contains("the trace has no events of ranks 0, 2, because the run ended before these ranks wrote them; so it "
               "does not say where data were valid"));
  EXPECT_THAT(history_lines(history), Not(Contains("nothing happened to it while the run was traced")));
  history.missing_ranks = {1};
  EXPECT_THAT(history_lines(history),
              Contains("the trace has no events of rank 1, because the run ended before this rank wrote them"));
}

} // namespace history_test
} // namespace nopal
