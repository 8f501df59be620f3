// Checks the plans of small thorns whose declarations have one mistake, and tests the findings.

#include "core/check/finding.hpp"
#include "core/check/plan_check.hpp"
#include "core/declarations/integration.hpp"
#include "core/declarations/resolve.hpp"
#include "tests/support/folders.hpp"
#include "tests/unit/schedule/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace nopal::test {
namespace plan_check_test {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct Options {
  std::array<bool, 3> periodic{false, false, false};
  long ghosts = 1;
  bool device = true;
  std::vector<int> temporaries{};
};

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the findings as "error: …" and "warning: …", then the notes.
std::vector<std::string> check(const World& declared, const Options& options = {}) {
  World world = declared;
  world.bins = read_bins(source_folder() + "/schedules/bins.yaml");
  const Schedule schedule = world.build();
  DomainSpec spec;
  spec.cells = {9, 9};
  spec.dimension = 2;
  spec.periodic = options.periodic;
  spec.ghosts = options.ghosts;
  const Decomposition decomposition(Domain(spec), 1);
  PlanInput input;
  input.variables = &world.variables;
  input.schedule = &schedule;
  input.decomposition = &decomposition;
  input.device = options.device ? DeviceKind::copies : DeviceKind::none;
  input.temporaries = options.temporaries;
  const PlanCheck found = check_plan(input, world.thorns);
  std::vector<std::string> lines;
  for (const Finding& finding : found.findings)
    lines.push_back((finding.severity == Severity::error ? "error: " : "warning: ") + text(finding));
  for (const std::string& note : found.notes) lines.push_back("note: " + note);
  return lines;
}

const std::string head = R"(thorn: wave
description: d
groups:
  scalar: {type: gf, variables: [phi], timelevels: 3, description: d}
  numbers: {type: scalar, variables: [steps], datatype: int, description: d}
schedule:
)";
const std::string start = "  - {kernel: initial, at: initial, writes: ['phi@0(everywhere)', 'phi@1(everywhere)', "
                          "'phi@2(everywhere)']}\n";
const std::string evolve = "  - {kernel: evolve, at: evol, device: true, reads: [phi@1, phi@2(interior)], "
                           "writes: [phi(interior)]}\n";
const std::string boundary = "  - {kernel: boundary, at: evol, after: [evolve], device: true, "
                             "writes: [phi(boundary)], sync: [scalar]}\n";
const std::string count = "  - {function: count, at: initial, writes: [steps]}\n";

std::vector<std::string> check(const std::string& items, const Options& options = {}) {
  return check(World({head + items}), options);
}

TEST(PlanCheck, NothingIsWrongWithAWave) {
  EXPECT_THAT(check(start + evolve + boundary), IsEmpty());
  EXPECT_THAT(check(start + evolve + boundary, {.device = false}), IsEmpty());
  EXPECT_THAT(check(start + evolve + boundary, {.periodic = {true, true, false}}), IsEmpty());
  EXPECT_THAT(check(start + evolve + boundary, {.ghosts = 0}), IsEmpty());
}

/// `writer`: the item that computes the error. Output runs every 2 iterations (every), and error_every is 4.
std::vector<std::string> check_output(const std::string& writer) {
  return check(World({R"yaml(thorn: wave
description: d
parameters:
  every: {type: int, default: 2, description: d}
  error_every: {type: int, default: 4, description: d}
  names: {type: "string[]", default: ["wave::error", "wave::mask"], description: d}
groups:
  errors: {type: gf, variables: [error], description: d}
  masks: {type: gf, variables: [mask], description: d}
schedule:
  - {kernel: start, at: initial, writes: ["mask(owned)"]}
  - {function: write, at: output, reads: {from: names, every: every}}
  - )yaml" + writer + "\n"}));
}

TEST(PlanCheck, OutputAtIterationsAtWhichNobodyComputesWhatItWrites) {
  EXPECT_THAT(check_output("{kernel: compare, at: analysis, every: error_every, writes: ['error(owned)']}"),
              ElementsAre("warning: wave.yaml:6:3: wave::write gets values of wave::error@0 at iteration 2 that were "
                          "computed at iteration 0, because wave::compare does not run at all iterations of this "
                          "output; the output is marked as old; fix: give wave::compare \"trigger: [error]\", so that "
                          "it runs whenever output reads wave::error, or choose iterations for the output at which it "
                          "runs (wave::error_every)"));
  EXPECT_THAT(check_output("{kernel: compare, at: analysis, every: error_every, trigger: [error], "
                           "writes: ['error(owned)']}"),
              IsEmpty());
  EXPECT_THAT(check_output("{kernel: compare, at: analysis, every: every, writes: ['error(owned)']}"), IsEmpty())
      << "it runs whenever output does";
  EXPECT_THAT(check_output("{kernel: compare, at: initial, writes: ['error(owned)']}"), IsEmpty())
      << "it never changes";
}

struct Mistake {
  const char* name;
  std::string items;
  std::string finding;
};

class OneMistake : public testing::TestWithParam<Mistake> {};

TEST_P(OneMistake, GivesOneFinding) { EXPECT_THAT(check(GetParam().items), ElementsAre(GetParam().finding)); }

const Mistake mistakes[] = {
    {"MissingSync", start + evolve + "  - {kernel: boundary, at: evol, after: [evolve], writes: [phi(boundary)]}\n",
     "error: wave.yaml:8:54: wave::evolve reads \"phi@1\", but wave::phi@1 (ghosts) is valid nowhere at iteration 2: "
     "wave::boundary (wave.yaml:9:5) wrote wave::phi@0 (boundary), and it has not been synchronised since; fix: add "
     "sync: [scalar] to wave::boundary"},
    {"ARoutineThatReadsWhatItIsTheFirstToWrite",
     start + evolve + boundary + "  - {function: add, at: initial, reads: [steps], writes: [steps]}\n" +
         "  - {function: report, at: analysis, reads: [steps]}\n",
     "error: wave.yaml:10:42: wave::add reads \"steps\", but wave::steps@0 is valid nowhere at iteration 0: wave::add "
     "is the first routine that writes it; fix: remove this read, or add writes: [steps] to a routine before "
     "wave::add"},
    {"SyncBeforeTheLastWrite",
     start + evolve + boundary +
         "  - {kernel: damp, at: evol, after: [boundary], reads: [phi(interior)], writes: [phi(owned)]}\n",
     "error: wave.yaml:8:54: wave::evolve reads \"phi@1\", but wave::phi@1 (ghosts) is valid nowhere at iteration 2: "
     "wave::damp (wave.yaml:10:5) wrote wave::phi@0 (owned) after the sync of wave::boundary, and it has not been "
     "synchronised since; fix: add sync: [scalar] to wave::damp"},
    {"NobodyWritesTheBoundary", start + evolve + "  - {group: exchange, at: evol, after: [evolve], sync: [scalar]}\n",
     "error: wave.yaml:9:5: wave::exchange synchronises wave::phi, but wave::phi@0 (boundary) is valid nowhere at "
     "iteration 1: wave::evolve (wave.yaml:8:5) wrote wave::phi@0 (interior), and no routine has written its boundary "
     "since; fix: add writes: [\"phi(boundary)\"] to a routine after wave::evolve"},
    {"BoundaryBeforeTheInterior",
     start + evolve + "  - {kernel: boundary, at: evol, before: [evolve], writes: [phi(boundary)]}\n" +
         "  - {group: exchange, at: evol, after: [evolve], sync: [scalar]}\n",
     "error: wave.yaml:10:5: wave::exchange synchronises wave::phi, but wave::phi@0 (boundary) is valid nowhere at "
     "iteration 1: wave::evolve (wave.yaml:8:5) wrote the interior after wave::boundary (wave.yaml:9:5) had written "
     "the boundary; fix: add after: [evolve] to wave::boundary"},
    {"InitialDataOfTooFewPoints",
     "  - {kernel: initial, at: initial, writes: [phi@0, 'phi@1(everywhere)']}\n" + evolve + boundary,
     "error: wave.yaml:8:54: wave::evolve reads \"phi@1\", but wave::phi@1 (boundary, ghosts) is valid nowhere at "
     "iteration 1: wave::initial (wave.yaml:7:5) wrote wave::phi@0 (interior), and no routine has written its boundary "
     "since; fix: add writes: [\"phi(everywhere)\"] to wave::initial"},
    {"InitialDataOfTooFewTimelevels",
     "  - {kernel: initial, at: initial, writes: ['phi@0(everywhere)']}\n" + evolve + boundary,
     "error: wave.yaml:8:61: wave::evolve reads \"phi@2(interior)\", but wave::phi@2 (interior) is valid nowhere at "
     "iteration 1: wave::initial (wave.yaml:7:5) writes initial data, but not of timelevel 1; fix: add writes: "
     "[\"phi@1(everywhere)\"] to wave::initial"},
    {"ReadOfTheTimelevelThatIsNew",
     start + "  - {kernel: evolve, at: evol, reads: [phi@0, phi@2(interior)], writes: [phi]}\n" + boundary,
     "error: wave.yaml:8:40: wave::evolve reads \"phi@0\", but wave::phi@0 (everywhere) is valid nowhere at iteration "
     "1: timelevel 0 is new after the cycle of timelevels, and wave::evolve itself is the routine that writes it; fix: "
     "read timelevel 1 instead (reads: [phi@1])"},
    {"ReadBeforeTheWrite", start + evolve + boundary + "  - {function: look, at: prestep, reads: [phi(owned)]}\n",
     "error: wave.yaml:10:43: wave::look reads \"phi(owned)\", but wave::phi@0 (owned) is valid nowhere at iteration "
     "1: timelevel 0 is new after the cycle of timelevels, and wave::evolve (wave.yaml:8:5) writes it only later; fix: "
     "read timelevel 1 instead (reads: [\"phi@1(owned)\"]), or give wave::look at: evol and after: [evolve]"},
    {"ReadBeforeTheWriteInTheBin",
     start + evolve + boundary + "  - {function: look, at: evol, before: [evolve], reads: [phi(owned)]}\n",
     "error: wave.yaml:10:58: wave::look reads \"phi(owned)\", but wave::phi@0 (owned) is valid nowhere at iteration "
     "1: timelevel 0 is new after the cycle of timelevels, and wave::evolve (wave.yaml:8:5) writes it only later; fix: "
     "read timelevel 1 instead (reads: [\"phi@1(owned)\"]), or give wave::look after: [evolve]"},
    {"WriteOfAPastTimelevel", start + "  - {kernel: evolve, at: evol, reads: [phi@2], writes: ['phi@1(owned)']}\n",
     "error: wave.yaml:8:40: wave::evolve reads \"phi@2\", but wave::phi@2 (ghosts) is valid nowhere at iteration 2: "
     "wave::evolve (wave.yaml:8:5) wrote wave::phi@1 (owned), but not its ghosts; fix: add writes: "
     "[\"phi@1(everywhere)\"] to wave::evolve"},
    {"WriteOfAWrongTimelevel",
     start + "  - {function: evolve, at: evol, reads: [phi@1, phi@2(interior)], writes: [phi@2]}\n" + boundary,
     "error: wave.yaml:9:5: wave::boundary synchronises wave::phi, but wave::phi@0 (interior) is valid nowhere at "
     "iteration 1: timelevel 0 is new after the cycle of timelevels, and wave::evolve (wave.yaml:8:5) writes only "
     "other timelevels or regions; fix: add writes: [phi] to wave::evolve"},
    {"WriterThatIsNotAlwaysCalled",
     start + "  - {kernel: evolve, at: evol, every: 2, reads: [phi@1, phi@2(interior)], "
             "writes: ['phi(everywhere)']}\n",
     "error: wave.yaml:8:50: wave::evolve reads \"phi@1\", but wave::phi@1 (everywhere) is valid nowhere at iteration "
     "2: it was timelevel 0 at iteration 1, and no routine wrote its interior then, because wave::evolve "
     "(wave.yaml:8:5) does not run at each iteration; fix: remove every: and if: from wave::evolve"},
    {"NobodyWritesIt", start + evolve + boundary + "  - {function: look, at: analysis, reads: [steps]}\n",
     "error: wave.yaml:10:44: wave::look reads \"steps\", but wave::steps@0 is valid nowhere at iteration 0: no "
     "routine writes it; fix: add writes: [steps] to the routine that should write it, for example one at: initial"},
    {"WritesThatNobodyReads",
     start + evolve + boundary + "  - {function: sum, at: analysis, reads: [phi], writes: [steps]}\n",
     "warning: wave.yaml:10:58: wave::sum writes \"steps\", but neither a routine nor output reads these values of "
     "wave::steps@0; fix: add reads: [steps] to a routine that needs it, or add wave::steps to a parameter of output"},
    {"UselessSync",
     start +
         "  - {kernel: evolve, at: evol, reads: ['phi@1(owned)', phi@2(interior)], "
         "writes: [phi(interior)]}\n" +
         boundary,
     "warning: wave.yaml:9:5: wave::boundary synchronises wave::phi, but no routine reads these ghosts before they are "
     "overwritten; fix: remove phi from sync:"},
    {"UnusedTimelevels", start + "  - {kernel: evolve, at: evol, reads: [phi@1], writes: [phi(interior)]}\n" + boundary,
     "warning: wave.yaml:4:3: wave::scalar has timelevels: 3, but no routine reads or evolves timelevel 2; fix: set "
     "timelevels: 2"},
    {"FunctionsThatMayCallHooks",
     start + evolve + "  - {kernel: boundary, at: evol, after: [evolve], writes: [phi(boundary)]}\n" +
         "  - {function: exchange, at: poststep, options: global}\n",
     "warning: wave.yaml:8:54: wave::evolve reads \"phi@1\", but wave::phi@1 (ghosts) is valid nowhere at iteration 2: "
     "wave::boundary (wave.yaml:9:5) wrote wave::phi@0 (boundary), and it has not been synchronised since; the data "
     "may come from wave::exchange (wave.yaml:10:5), which may call hooks by itself (options: global); fix: add sync: "
     "[scalar] "
     "to wave::boundary"},
    {"OutputThatReadsNothing", start + evolve + boundary + "  - {function: write, at: output}\n",
     "warning: wave.yaml:10:5: wave::write runs at output, but declares no reads, so it may get data that are not "
     "valid; fix: add reads: [the variables] or reads: {from: the parameter that lists them}"},
};

INSTANTIATE_TEST_SUITE_P(PlanCheck, OneMistake, testing::ValuesIn(mistakes),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(PlanCheck, SyncOfGhostsThatAreValidAlready) {
  const std::string ending = "; fix: remove phi from sync:";
  EXPECT_THAT(
      check(start + evolve + boundary + "  - {group: again, at: evol, after: [boundary], sync: [scalar]}\n"),
      ElementsAre(
          "warning: wave.yaml:10:5: wave::again synchronises wave::phi, but its ghosts are already valid: the sync of "
          "wave::boundary fills them" +
          ending));
  EXPECT_THAT(
      check("  - {kernel: initial, at: initial, writes: ['phi@0(everywhere)', 'phi@1(everywhere)', "
            "'phi@2(everywhere)'], sync: [scalar]}\n" +
            evolve + boundary),
      ElementsAre("warning: wave.yaml:7:5: wave::initial synchronises wave::phi, but its ghosts are already valid: "
                  "wave::initial writes them" +
                  ending));
  // The second sync has work only at some iterations, or only in some runs.
  const std::string again = "  - {group: again, at: evol, after: [damp], sync: [scalar]}\n";
  for (const std::string when : {"every: 3", "every: 0", "if: steps < 4"})
    EXPECT_THAT(check(start + evolve + boundary + count +
                      "  - {function: damp, at: evol, after: [boundary], reads: [phi(owned), steps], "
                      "writes: [phi(owned)], " +
                      when + "}\n" + again),
                testing::Not(Contains(HasSubstr("already valid"))))
        << when;
}

TEST(PlanCheck, AConditionalItemGivesNothingBeforeItsBinRuns) {
  const auto look = [](const std::string& bin) {
    return check("  - {kernel: initial, at: initial, writes: ['phi@0(everywhere)', 'phi@1(everywhere)']}\n" + count +
                 evolve + boundary + "  - {function: late, at: " + bin +
                 ", if: steps < 4, writes: ['phi@2(everywhere)']}\n"
                 "  - {function: look, at: analysis, reads: [phi@2]}\n");
  };
  EXPECT_THAT(look("evol"), Contains(AllOf(StartsWith("error: "), HasSubstr("wave::look reads \"phi@2\""))));
  EXPECT_THAT(look("poststep"), Contains(AllOf(StartsWith("warning: "), HasSubstr("wave::look reads \"phi@2\""))));
}

TEST(PlanCheck, NoInitialData) {
  EXPECT_THAT(
      check(evolve + boundary),
      ElementsAre(
          "error: wave.yaml:7:54: wave::evolve reads \"phi@1\", but wave::phi@1 (everywhere) is valid nowhere at "
          "iteration 1: it has no initial data: the first routine that writes it is wave::evolve (wave.yaml:7:5), at: "
          "evol; fix: add writes: [\"phi(everywhere)\"] to a routine at: initial",
          "error: wave.yaml:7:61: wave::evolve reads \"phi@2(interior)\", but wave::phi@2 (interior) is valid "
          "nowhere at iteration 1: it has no initial data: the first routine that writes it is wave::evolve "
          "(wave.yaml:7:5), at: evol; fix: add writes: [\"phi@1(everywhere)\"] to a routine at: initial"));
}

TEST(PlanCheck, ReadsWithoutStorage) {
  const std::string scratch = R"(thorn: wave
description: d
groups:
  rest: {type: gf, variables: [scratch], description: d}
schedule:
  - {group: with_scratch, at: analysis, storage: [rest]}
  - {kernel: fill, in: with_scratch, writes: ['scratch(owned)']}
)";
  EXPECT_THAT(
      check(World({scratch + "  - {function: use, in: with_scratch, after: [fill], reads: [scratch(owned)]}\n"}),
            {.temporaries = {0}}),
      IsEmpty());
  EXPECT_THAT(
      check(World({scratch + "  - {function: use, at: output, reads: [scratch(owned)]}\n"}), {.temporaries = {0}}),
      ElementsAre("error: wave.yaml:8:41: wave::use uses \"scratch(owned)\", but wave::scratch has no storage then: "
                  "its storage lasts only while wave::with_scratch (wave.yaml:6:5) runs; fix: put wave::use and all "
                  "items that use the variable into a schedule group with storage: [rest]"));
  EXPECT_THAT(check(World({scratch + "  - {function: use, at: output, reads: [scratch(owned)], storage: [rest]}\n"}),
                    {.temporaries = {0}}),
              ElementsAre("error: wave.yaml:8:41: wave::use reads \"scratch(owned)\", but wave::scratch@0 (owned) is "
                          "valid nowhere at iteration 0: wave::fill (wave.yaml:7:5) wrote it, but its storage has "
                          "ended since; fix: put wave::fill and wave::use into a schedule group with storage: [rest]"));
}

TEST(PlanCheck, ConditionsThatOnlyTheRunKnows) {
  const std::string condition =
      "  - {kernel: exchange, at: poststep, if: steps < 10, writes: [phi(boundary)], sync: [scalar]}\n";
  EXPECT_THAT(
      check(count + start + evolve + condition),
      ElementsAre(
          "warning: wave.yaml:9:54: wave::evolve reads \"phi@1\", but wave::phi@1 (boundary, ghosts) is valid "
          "nowhere at iteration 2: wave::evolve (wave.yaml:9:5) wrote wave::phi@0 (interior), and no routine has "
          "written its boundary since; the data may come from wave::exchange (wave.yaml:10:5), which runs only if "
          "steps < 10 (only the run knows this); fix: add writes: [\"phi(boundary)\"] and sync: [scalar] to a routine "
          "after wave::evolve",
          "note: only the run knows whether this condition holds, so the check left the item out: wave::exchange: "
          "steps < 10"));
  EXPECT_THAT(
      check(start + evolve + boundary + "  - {function: look, at: analysis, if: steps < 10, reads: [phi]}\n"),
      ElementsAre("error: wave.yaml:10:5: wave::look has a condition on wave::steps, but wave::steps@0 is valid "
                  "nowhere at iteration 0: "
                  "no routine writes it; fix: add writes: [steps] to the routine that should write it, for example one "
                  "at: initial",
                  "note: only the run knows whether this condition holds, so the check left the item out: wave::look: "
                  "steps < 10"));
}

TEST(PlanCheck, AVariableThatARoutineForgets) {
  World world({"thorn: wave\ngroups:\n  both: {type: gf, variables: [u, v]}\nschedule:\n"
               "  - {kernel: fill, at: initial, writes: [u(everywhere)]}\n"
               "  - {function: look, at: analysis, reads: [v(owned)]}\n"});
  EXPECT_THAT(check(world),
              Contains(AllOf(HasSubstr("no routine writes it, though wave::fill (wave.yaml:5:5) writes wave::u"),
                             HasSubstr("fix: add writes: [\"v(everywhere)\"] to wave::fill"))));
}

TEST(PlanCheck, AStepWithErrorControlIsAlsoWalkedAgain) {
  World world({"thorn: driver\nparameters: {time_step: {type: keyword, default: adaptive, choices: {adaptive: a}}}\n",
               file_text(source_folder() + "/schedules/mol.yaml"), R"(thorn: gas
groups:
  state: {type: gf, variables: [p], tags: {rhs: slopes}}
  slopes: {type: gf, variables: [p_dot]}
schedule:
  - {kernel: fill, at: initial, writes: [p(owned)]}
  - {kernel: slope, in: mol::calc_rhs, reads: [p], writes: [p_dot]}
  - {kernel: edge, in: mol::post_step, writes: [p(boundary)]}
)"});
  world.set("mol::method", Value{false, {std::string("RK45")}});
  ErrorList errors;
  world.thorns = with_integration(world.thorns, world.parameters, errors);
  world.variables = build_variables(world.thorns, world.parameters, errors);
  errors.raise_if_any();
  EXPECT_THAT(check(world), IsEmpty()) << "no item is left out";
}

/// A stencil that evolves phi with a temporary, and a boundary stage.
std::vector<std::string> check_stencil(const std::string& stencil, const std::string& more = "") {
  const std::string declared = R"(thorn: wave
description: d
groups:
  scalar: {type: gf, variables: [phi], timelevels: 2, description: d}
  given: {type: gf, variables: [speed], description: d}
  work: {type: gf, variables: [lap], temporary: true, description: d}
schedule:
  - {kernel: initial, at: initial, writes: ['phi@0(everywhere)', 'phi@1(everywhere)', 'speed(everywhere)']}
)";
  return check(World({declared + stencil + more}), {.ghosts = 2});
}
const std::string spread = R"(  - stencil: spread
    at: evol
    sync: [scalar]
    stages:
      - {kernel: laplacian, reads: ["phi@1<-1:1>"], writes: [lap]}
      - {kernel: update, reads: [speed, "lap<-1:1>"], writes: [phi]}
      - {kernel: edge, reads: ["phi@1<0>"], writes: [phi(boundary)]}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? "does not contain " + from : text.replace(at, from.size(), to);
}

TEST(PlanCheck, AStencilStandsForTheKernelsOfItsStages) {
  EXPECT_THAT(check_stencil(spread), IsEmpty()) << "temporaries are neither unused nor unset";
  EXPECT_THAT(
      check_stencil(replaced(spread, "    sync: [scalar]\n", "")),
      ElementsAre(AllOf(StartsWith("error: wave.yaml:12:37: wave::spread reads \"phi@1<-1:1>\", but wave::phi@1 "
                                   "(ghosts) is valid nowhere at iteration 2: wave::spread (wave.yaml:9:5) wrote"),
                        HasSubstr("; fix: add sync: [scalar] to wave::spread"))));
}

TEST(PlanCheck, WhatAStencilWritesReplacesInitialData) {
  EXPECT_THAT(
      check_stencil(spread, "  - stencil: count\n    at: analysis\n    stages:\n"
                            "      - {kernel: sum, reads: [phi], writes: [speed]}\n"),
      ElementsAre(StartsWith("warning: wave.yaml:8:87: wave::initial writes \"speed(everywhere)\", but neither")))
      << "count writes speed before the first call of spread";
}

struct Mutant {
  const char* from;
  const char* to;
  const char* found;
};

TEST(PlanCheck, MutantsOfTheWaveEquation) {
  const std::string declared = file_text(source_folder() + "/schedules/wavetoy.yaml");
  EXPECT_THAT(check(World({declared})), IsEmpty());
  const Mutant mutants[] = {
      {"sync: [scalar]", "", "wrote wavetoy::phi@0 (boundary), and it has not been synchronised since"},
      {"phi@0(everywhere), ", "", "writes initial data, but not of timelevel"},
      {"phi@0(everywhere)", "phi@0(interior)",
       "wrote wavetoy::phi@0 (interior), and no routine has written its boundary since"},
      {"phi@0(everywhere)", "phi@0(owned)", "wrote wavetoy::phi@0 (owned), and it has not been synchronised since"},
      {"phi@1(everywhere), ", "", "writes initial data, but not of timelevel 1"},
      {"writes: [phi(interior)]", "writes: [phi@1(interior)]", "timelevel 0 is new after the cycle of timelevels"},
      {"writes: [phi(interior)]", "writes: [phi(boundary)]", "timelevel 0 is new after the cycle of timelevels"},
      {"writes: [phi(boundary)]", "writes: [phi@1(boundary)]", "and no routine has written its boundary since"},
      {"writes: [phi(boundary)]", "writes: [phi(interior)]", "and no routine has written its boundary since"},
      {"reads: [phi@1, phi@2(interior)]", "reads: [phi@0, phi@2(interior)]",
       "wavetoy::evolve itself is the routine that writes it"},
      {"phi@1(everywhere)", "phi@1(boundary)", "writes initial data, but not of timelevel 1"},
  };
  for (const Mutant& mutant : mutants) {
    std::string text = declared;
    const std::size_t at = text.find(mutant.from);
    ASSERT_NE(at, std::string::npos) << mutant.from;
    text.replace(at, std::string(mutant.from).size(), mutant.to);
    EXPECT_THAT(check(World({text})), Contains(AllOf(StartsWith("error: "), HasSubstr(mutant.found))))
        << mutant.from << " -> " << mutant.to;
  }
}

TEST(FindingText, Summary) {
  const Finding error{Severity::error, "a::b", {"a.yaml", 3, 4}, "is wrong", ""};
  const Finding warning{Severity::warning, "a::b", {}, "is useless", "less"};
  EXPECT_EQ(text(error), "a.yaml:3:4: a::b is wrong");
  EXPECT_EQ(text(warning), "a::b is useless; fix: less");
  EXPECT_EQ(summary({error, error, warning}), "2 errors, 1 warning");
  EXPECT_EQ(summary({error, warning, warning}), "1 error, 2 warnings");
}

} // namespace plan_check_test
} // namespace nopal::test
