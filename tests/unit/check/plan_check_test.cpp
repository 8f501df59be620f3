// Checks the plans of small thorns whose declarations have one mistake, and tests the findings.

#include "core/check/finding_text.hpp"
#include "core/check/plan_check.hpp"
#include "tests/unit/schedule/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace nopal::test {
namespace {

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

/// Returns the findings as "error: …" and "warning: …", then the notes.
std::vector<std::string> check(const World& declared, const Options& options = {}) {
  World world = declared;
  world.bins = read_bins(NOPAL_SOURCE_FOLDER "/schedules/bins.yaml");
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

TEST(PlanCheck, MissingSync) {
  EXPECT_THAT(check(start + evolve + "  - {kernel: boundary, at: evol, after: [evolve], writes: [phi(boundary)]}\n"),
              ElementsAre("error: wave.yaml:8:54: wave::evolve, reads \"phi@1\": wave::phi@1 (ghosts) is valid nowhere "
                          "at iteration 2: wave::boundary (wave.yaml:9:5) wrote wave::phi@0 (boundary), and nobody "
                          "synchronised it since; write: sync: [scalar] at wave::boundary"));
}

TEST(PlanCheck, ARoutineThatReadsWhatItIsTheFirstToWrite) {
  EXPECT_THAT(check(start + evolve + boundary + "  - {function: add, at: initial, reads: [steps], writes: [steps]}\n" +
                    "  - {function: report, at: analysis, reads: [steps]}\n"),
              ElementsAre("error: wave.yaml:10:42: wave::add, reads \"steps\": wave::steps@0 is valid nowhere "
                          "at iteration 0: wave::add itself is the first to write it; write: no read of it there, or "
                          "writes: [steps] at a routine before wave::add"));
}

TEST(PlanCheck, SyncOfGhostsThatAreValidAlready) {
  const std::string ending = "; write: sync: without phi";
  EXPECT_THAT(
      check(start + evolve + boundary + "  - {group: again, at: evol, after: [boundary], sync: [scalar]}\n"),
      ElementsAre("warning: wave.yaml:10:5: wave::again, sync: the ghosts of wave::phi are valid already: the sync of "
                  "wave::boundary fills them" +
                  ending));
  EXPECT_THAT(check("  - {kernel: initial, at: initial, writes: ['phi@0(everywhere)', 'phi@1(everywhere)', "
                    "'phi@2(everywhere)'], sync: [scalar]}\n" +
                    evolve + boundary),
              ElementsAre("warning: wave.yaml:7:5: wave::initial, sync: the ghosts of wave::phi are valid already: "
                          "wave::initial writes them" +
                          ending));
  // The second sync has work only at some iterations, or only in some runs.
  const std::string again = "  - {group: again, at: evol, after: [damp], sync: [scalar]}\n";
  for (const std::string when : {"every: 3", "every: 0", "if: steps < 4"})
    EXPECT_THAT(check(start + evolve + boundary + count +
                      "  - {function: damp, at: evol, after: [boundary], reads: [phi(owned), steps], "
                      "writes: [phi(owned)], " +
                      when + "}\n" + again),
                testing::Not(Contains(HasSubstr("valid already"))))
        << when;
}

TEST(PlanCheck, AConditionalItemGivesNothingBeforeItsBinRuns) {
  const auto look = [](const std::string& bin) {
    return check("  - {kernel: initial, at: initial, writes: ['phi@0(everywhere)', 'phi@1(everywhere)']}\n" + count +
                 evolve + boundary + "  - {function: late, at: " + bin +
                 ", if: steps < 4, writes: ['phi@2(everywhere)']}\n"
                 "  - {function: look, at: analysis, reads: [phi@2]}\n");
  };
  EXPECT_THAT(look("evol"), Contains(AllOf(StartsWith("error: "), HasSubstr("wave::look, reads \"phi@2\""))));
  EXPECT_THAT(look("poststep"), Contains(AllOf(StartsWith("warning: "), HasSubstr("wave::look, reads \"phi@2\""))));
}

TEST(PlanCheck, SyncBeforeTheLastWrite) {
  EXPECT_THAT(check(start + evolve + boundary +
                    "  - {kernel: damp, at: evol, after: [boundary], reads: [phi(interior)], writes: [phi(owned)]}\n"),
              ElementsAre("error: wave.yaml:8:54: wave::evolve, reads \"phi@1\": wave::phi@1 (ghosts) is valid nowhere "
                          "at iteration 2: wave::damp (wave.yaml:10:5) wrote wave::phi@0 (owned) after the sync of "
                          "wave::boundary, and nobody synchronised it since; write: sync: [scalar] at wave::damp"));
}

TEST(PlanCheck, NobodyWritesTheBoundary) {
  EXPECT_THAT(check(start + evolve + "  - {group: exchange, at: evol, after: [evolve], sync: [scalar]}\n"),
              ElementsAre("error: wave.yaml:9:5: wave::exchange, sync: wave::phi@0 (boundary) is valid nowhere at "
                          "iteration 1: wave::evolve (wave.yaml:8:5) wrote wave::phi@0 (interior), and nobody its "
                          "boundary since; write: writes: [\"phi(boundary)\"] at a routine after wave::evolve"));
}

TEST(PlanCheck, BoundaryBeforeTheInterior) {
  EXPECT_THAT(check(start + evolve + "  - {kernel: boundary, at: evol, before: [evolve], writes: [phi(boundary)]}\n" +
                    "  - {group: exchange, at: evol, after: [evolve], sync: [scalar]}\n"),
              ElementsAre("error: wave.yaml:10:5: wave::exchange, sync: wave::phi@0 (boundary) is valid nowhere at "
                          "iteration 1: wave::evolve (wave.yaml:8:5) wrote the interior after wave::boundary "
                          "(wave.yaml:9:5) had written the boundary; write: after: [evolve] at wave::boundary"));
}

TEST(PlanCheck, InitialDataOfTooFewPoints) {
  EXPECT_THAT(check("  - {kernel: initial, at: initial, writes: [phi@0, 'phi@1(everywhere)']}\n" + evolve + boundary),
              ElementsAre("error: wave.yaml:8:54: wave::evolve, reads \"phi@1\": wave::phi@1 (boundary, ghosts) is "
                          "valid nowhere at iteration 1: wave::initial (wave.yaml:7:5) wrote wave::phi@0 (interior), "
                          "and nobody its boundary since; write: writes: [\"phi(everywhere)\"] at wave::initial"));
}

TEST(PlanCheck, InitialDataOfTooFewTimelevels) {
  EXPECT_THAT(
      check("  - {kernel: initial, at: initial, writes: ['phi@0(everywhere)']}\n" + evolve + boundary),
      ElementsAre("error: wave.yaml:8:61: wave::evolve, reads \"phi@2(interior)\": wave::phi@2 (interior) is "
                  "valid nowhere at iteration 1: the initial data of wave::initial (wave.yaml:7:5) leave timelevel "
                  "1 out; write: writes: [\"phi@1(everywhere)\"] at wave::initial"));
}

TEST(PlanCheck, NoInitialData) {
  EXPECT_THAT(
      check(evolve + boundary),
      ElementsAre("error: wave.yaml:7:54: wave::evolve, reads \"phi@1\": wave::phi@1 (everywhere) is valid nowhere at "
                  "iteration 1: it has no initial data: wave::evolve (wave.yaml:7:5), at: evol, is the first to write "
                  "it; write: writes: [\"phi(everywhere)\"] at a routine at: initial",
                  "error: wave.yaml:7:61: wave::evolve, reads \"phi@2(interior)\": wave::phi@2 (interior) is valid "
                  "nowhere at iteration 1: it has no initial data: wave::evolve (wave.yaml:7:5), at: evol, is the "
                  "first to write it; write: writes: [\"phi@1(everywhere)\"] at a routine at: initial"));
}

TEST(PlanCheck, ReadOfTheTimelevelThatIsNew) {
  EXPECT_THAT(
      check(start + "  - {kernel: evolve, at: evol, reads: [phi@0, phi@2(interior)], writes: [phi]}\n" + boundary),
      ElementsAre("error: wave.yaml:8:40: wave::evolve, reads \"phi@0\": wave::phi@0 (everywhere) is valid nowhere at "
                  "iteration 1: timelevel 0 is new after the cycle of timelevels, and wave::evolve writes it itself; "
                  "write: reads: [phi@1]"));
}

TEST(PlanCheck, ReadBeforeTheWrite) {
  EXPECT_THAT(
      check(start + evolve + boundary + "  - {function: look, at: prestep, reads: [phi(owned)]}\n"),
      ElementsAre(
          "error: wave.yaml:10:43: wave::look, reads \"phi(owned)\": wave::phi@0 (owned) is valid nowhere at "
          "iteration 1: timelevel 0 is new after the cycle of timelevels, and wave::evolve (wave.yaml:8:5) writes "
          "it only later; write: reads: [\"phi@1(owned)\"], or at: evol and after: [evolve] at wave::look"));
  EXPECT_THAT(
      check(start + evolve + boundary + "  - {function: look, at: evol, before: [evolve], reads: [phi(owned)]}\n"),
      ElementsAre(
          "error: wave.yaml:10:58: wave::look, reads \"phi(owned)\": wave::phi@0 (owned) is valid nowhere at "
          "iteration 1: timelevel 0 is new after the cycle of timelevels, and wave::evolve (wave.yaml:8:5) writes "
          "it only later; write: reads: [\"phi@1(owned)\"], or after: [evolve] at wave::look"));
}

TEST(PlanCheck, WriteOfAPastTimelevel) {
  EXPECT_THAT(check(start + "  - {kernel: evolve, at: evol, reads: [phi@2], writes: ['phi@1(owned)']}\n"),
              ElementsAre("error: wave.yaml:8:40: wave::evolve, reads \"phi@2\": wave::phi@2 (ghosts) is valid nowhere "
                          "at iteration 2: wave::evolve (wave.yaml:8:5) wrote wave::phi@1 (owned) only; write: writes: "
                          "[\"phi@1(everywhere)\"] at wave::evolve"));
}

TEST(PlanCheck, WriteOfAWrongTimelevel) {
  EXPECT_THAT(
      check(start + "  - {function: evolve, at: evol, reads: [phi@1, phi@2(interior)], writes: [phi@2]}\n" + boundary),
      ElementsAre(
          "error: wave.yaml:9:5: wave::boundary, sync: wave::phi@0 (interior) is valid nowhere at iteration 1: "
          "timelevel 0 is new after the cycle of timelevels, and wave::evolve (wave.yaml:8:5) writes other timelevels "
          "or regions only; write: writes: [phi] at wave::evolve"));
}

TEST(PlanCheck, WriterThatIsNotAlwaysCalled) {
  EXPECT_THAT(
      check(start + "  - {kernel: evolve, at: evol, every: 2, reads: [phi@1, phi@2(interior)], "
                    "writes: ['phi(everywhere)']}\n"),
      ElementsAre("error: wave.yaml:8:50: wave::evolve, reads \"phi@1\": wave::phi@1 (everywhere) is valid nowhere at "
                  "iteration 2: it was timelevel 0 at iteration 1, when nobody wrote its interior; wave::evolve "
                  "(wave.yaml:8:5) does not run at each iteration; write: no every: and no if: at wave::evolve"));
}

TEST(PlanCheck, NobodyWritesIt) {
  EXPECT_THAT(
      check(start + evolve + boundary + "  - {function: look, at: analysis, reads: [steps]}\n"),
      ElementsAre("error: wave.yaml:10:44: wave::look, reads \"steps\": wave::steps@0 is valid nowhere at iteration "
                  "0: nobody writes it; write: writes: [steps] at the routine that should, such as one at: initial"));
}

TEST(PlanCheck, WritesThatNobodyReads) {
  EXPECT_THAT(check(start + evolve + boundary + "  - {function: sum, at: analysis, reads: [phi], writes: [steps]}\n"),
              ElementsAre("warning: wave.yaml:10:58: wave::sum, writes \"steps\": nobody reads what it writes of "
                          "wave::steps@0, neither a routine nor output; write: reads: [steps] "
                          "at a routine that needs it, or wave::steps in a parameter of output"));
}

TEST(PlanCheck, UselessSync) {
  EXPECT_THAT(check(start +
                    "  - {kernel: evolve, at: evol, reads: ['phi@1(owned)', phi@2(interior)], "
                    "writes: [phi(interior)]}\n" +
                    boundary),
              ElementsAre("warning: wave.yaml:9:5: wave::boundary, sync: nobody reads the ghosts of wave::phi that it "
                          "fills before they are overwritten; write: sync: without phi"));
}

TEST(PlanCheck, UnusedTimelevels) {
  EXPECT_THAT(check(start + "  - {kernel: evolve, at: evol, reads: [phi@1], writes: [phi(interior)]}\n" + boundary),
              ElementsAre("warning: wave.yaml:4:3: wave::scalar, timelevels: 3: nobody reads or evolves timelevel 2; "
                          "write: timelevels: 2"));
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
      ElementsAre("error: wave.yaml:8:41: wave::use, \"scratch(owned)\": wave::scratch has no storage then: it lasts "
                  "only while wave::with_scratch (wave.yaml:6:5) runs; write: storage: [rest] at a schedule group that "
                  "holds wave::use and whatever else uses it"));
  EXPECT_THAT(check(World({scratch + "  - {function: use, at: output, reads: [scratch(owned)], storage: [rest]}\n"}),
                    {.temporaries = {0}}),
              ElementsAre("error: wave.yaml:8:41: wave::use, reads \"scratch(owned)\": wave::scratch@0 (owned) is "
                          "valid nowhere at iteration 0: what wave::fill (wave.yaml:7:5) wrote ended with its storage; "
                          "write: storage: [rest] at a schedule group that holds wave::fill and wave::use"));
}

TEST(PlanCheck, ConditionsThatOnlyTheRunKnows) {
  const std::string condition =
      "  - {kernel: exchange, at: poststep, if: steps < 10, writes: [phi(boundary)], sync: [scalar]}\n";
  EXPECT_THAT(
      check(count + start + evolve + condition),
      ElementsAre("warning: wave.yaml:9:54: wave::evolve, reads \"phi@1\": wave::phi@1 (boundary, ghosts) is valid "
                  "nowhere at iteration 2: wave::evolve (wave.yaml:9:5) wrote wave::phi@0 (interior), and nobody its "
                  "boundary since; unless it comes from wave::exchange (wave.yaml:10:5), if steps < 10, which only the "
                  "run knows; write: writes: [\"phi(boundary)\"] and sync: [scalar] at a routine after wave::evolve",
                  "note: only the run knows whether this holds; what the item reads and writes is not checked: "
                  "wave::exchange: steps < 10"));
  EXPECT_THAT(
      check(start + evolve + boundary + "  - {function: look, at: analysis, if: steps < 10, reads: [phi]}\n"),
      ElementsAre(
          "error: wave.yaml:10:5: wave::look, condition: wave::steps@0 is valid nowhere at iteration 0: "
          "nobody writes it; write: writes: [steps] at the routine that should, such as one at: initial",
          "note: only the run knows whether this holds; what the item reads and writes is not checked: wave::look: "
          "steps < 10"));
}

TEST(PlanCheck, FunctionsThatMayCallHooks) {
  EXPECT_THAT(check(start + evolve + "  - {kernel: boundary, at: evol, after: [evolve], writes: [phi(boundary)]}\n" +
                    "  - {function: exchange, at: poststep, options: global}\n"),
              ElementsAre("warning: wave.yaml:8:54: wave::evolve, reads \"phi@1\": wave::phi@1 (ghosts) is valid "
                          "nowhere at iteration 2: wave::boundary (wave.yaml:9:5) wrote wave::phi@0 (boundary), and "
                          "nobody synchronised it since; unless it comes from wave::exchange (wave.yaml:10:5), which "
                          "may call hooks by itself (options: global); write: sync: [scalar] at wave::boundary"));
}

TEST(PlanCheck, OutputThatReadsNothing) {
  EXPECT_THAT(
      check(start + evolve + boundary + "  - {function: write, at: output}\n"),
      ElementsAre("warning: wave.yaml:10:5: wave::write, runs at output and reads nothing: no variable is brought "
                  "to it; write: reads: [the variables], or reads: {from: the parameter that lists them}"));
}

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Mutant {
  const char* from;
  const char* to;
  const char* found;
};

TEST(PlanCheck, MutantsOfTheWaveEquation) {
  const std::string declared = file_text(NOPAL_SOURCE_FOLDER "/schedules/wavetoy.yaml");
  EXPECT_THAT(check(World({declared})), IsEmpty());
  const Mutant mutants[] = {
      {"sync: [scalar]", "", "wrote wavetoy::phi@0 (boundary), and nobody synchronised it since"},
      {"phi@0(everywhere), ", "", "the initial data of wavetoy::initial"},
      {"phi@0(everywhere)", "phi@0(interior)", "wrote wavetoy::phi@0 (interior), and nobody its boundary since"},
      {"phi@0(everywhere)", "phi@0(owned)", "wrote wavetoy::phi@0 (owned), and nobody synchronised it since"},
      {"phi@1(everywhere), ", "", "leave timelevel 1 out"},
      {"writes: [phi(interior)]", "writes: [phi@1(interior)]", "timelevel 0 is new after the cycle of timelevels"},
      {"writes: [phi(interior)]", "writes: [phi(boundary)]", "timelevel 0 is new after the cycle of timelevels"},
      {"writes: [phi(boundary)]", "writes: [phi@1(boundary)]", "and nobody its boundary since"},
      {"writes: [phi(boundary)]", "writes: [phi(interior)]", "and nobody its boundary since"},
      {"reads: [phi@1, phi@2(interior)]", "reads: [phi@0, phi@2(interior)]", "wavetoy::evolve writes it itself"},
      {"phi@1(everywhere)", "phi@1(boundary)", "leave timelevel 1 out"},
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
  const Finding error{Severity::error, "a::b", {"a.yaml", 3, 4}, "wrong", ""};
  const Finding warning{Severity::warning, "a::b", {}, "useless", "less"};
  EXPECT_EQ(text(error), "a.yaml:3:4: a::b, wrong");
  EXPECT_EQ(text(warning), "a::b, useless; write: less");
  EXPECT_EQ(summary({error, error, warning}), "2 errors, 1 warning");
  EXPECT_EQ(summary({error, warning, warning}), "1 error, 2 warnings");
}

} // namespace
} // namespace nopal::test
