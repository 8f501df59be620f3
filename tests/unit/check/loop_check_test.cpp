// Compares the clauses of loops over sets with what small kernels use.

#include "core/check/loop_check.hpp"

#include "core/kernels/loop_recording.hpp"
#include "tests/unit/schedule/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace loop_check_test {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string mesh = R"(thorn: air
description: d
sets:
  cells: {description: d}
  edges: {description: d}
maps:
  edge_cells: {from: edges, to: cells, arity: 2}
  cell_edges: {from: cells, to: edges, arity: varying}
groups:
  flow: {type: dat, on: cells, components: 2, variables: [q]}
  lengths: {type: dat, on: edges, variables: [f]}
  sums: {type: scalar, variables: [s]}
schedule:
)";

LoopArgument dat(const char* name, const char* source, Access access, int components, int map = -1, int target = -1) {
  return {name, source, ArgumentKind::dat, access, false, components, map, target, false, 0};
}
LoopArgument total(Access access, bool has_from) {
  return {"s", "air::s@0", ArgumentKind::total, access, false, 1, -1, -1, has_from, 0};
}
// Entries of texts: at line 7, in the column of the argument's number.
LoopTextAccess known(int argument, long target, long component, bool writes, bool counts = false) {
  return {argument, 7, argument, "…", true, counts, target, component, !writes, writes};
}
LoopTextAccess unknown(int argument, bool writes) {
  return {argument, 7, argument, "…", false, false, 0, 0, !writes, writes};
}

void read(LoopRecorder& recorder, int argument, long target, long component) {
  recorder.record({argument, target, component, false});
}
void write(LoopRecorder& recorder, int argument, long component) { recorder.record({argument, 0, component, true}); }

struct Kernel {
  std::vector<LoopArgument> arguments;
  std::vector<LoopTextAccess> accesses;
  RecordingLoop recording = nullptr;
  bool fixed_indices = true;
  bool complete = true;
};

constexpr LoopMap edge_cells[] = {{"air::edge_cells", 2}}, cell_edges[] = {{"air::cell_edges", 0}};

/// Returns the findings about a loop with these clauses, as "error: …" and "warning: …" with place and fix. The loop is
/// at line 14.
std::vector<std::string> findings(const std::string& clauses, const std::string& set, const Kernel& kernel) {
  const World world({mesh + "  - {kernel: k, at: evol, over: " + set + ", " + clauses + "}\n"});
  const Schedule schedule = world.build();
  const LoopText text{kernel.recording, kernel.accesses.data(), static_cast<int>(kernel.accesses.size()),
                      kernel.fixed_indices, kernel.complete};
  const bool on_edges = set == "edges";
  const LoopKernel loop{"air",
                        "k",
                        on_edges ? "air::edges" : "air::cells",
                        kernel.arguments.data(),
                        static_cast<int>(kernel.arguments.size()),
                        on_edges ? edge_cells : cell_edges,
                        1,
                        nullptr,
                        nullptr,
                        "k.kernel",
                        "",
                        nullptr,
                        &text};
  std::vector<std::string> lines;
  for (const Finding& finding :
       check_loops(world.variables, schedule.topology(), schedule.routines(), Parameters(),
                   [&](const Routine& routine) { return routine.is_loop() ? &loop : nullptr; }))
    lines.push_back((finding.severity == Severity::error ? "error: " : "warning: ") + nopal::text(finding));
  return lines;
}

const LoopArgument q_beside = dat("q", "air::q@0", Access::read, 2, 0), f_set = dat("f", "air::f@0", Access::write, 1);

TEST(LoopCheck, FindsNothingWrongInARightLoop) {
  EXPECT_THAT(findings("reads: [q via edge_cells], writes: [f]", "edges",
                       {{q_beside, f_set}, {known(0, 0, 0, false), known(0, 1, 1, false), known(1, 0, 0, true)}}),
              IsEmpty());
}

TEST(LoopCheck, FindsTargetsAndComponentsThatTheTextNames) {
  const Kernel kernel{{q_beside, f_set},
                      {known(0, 2, 0, false), known(0, -1, 0, false), known(0, 0, 2, false), known(1, 0, 1, true)},
                      nullptr,
                      true,
                      false};
  EXPECT_THAT(
      findings("reads: [q via edge_cells], writes: [f]", "edges", kernel),
      ElementsAre("error: k.kernel:7: air::k reads q(…), but air::edge_cells has the targets 0 to 1; fix: use "
                  "numbers that exist, or correct the declaration",
                  "error: k.kernel:7: air::k reads q(…), but air::edge_cells has the targets 0 to 1; fix: use "
                  "numbers that exist, or correct the declaration",
                  "error: k.kernel:7: air::k reads q(…), but air::q has the components 0 to 1; fix: use numbers "
                  "that exist, or correct the declaration",
                  "error: k.kernel:7:1: air::k writes f(…), but air::f has the component 0 only; fix: use "
                  "numbers that exist, or correct the declaration"));
}

TEST(LoopCheck, FindsWhatTheBodyComputes) {
  Kernel kernel{{q_beside, f_set},
                {unknown(0, false), known(1, 0, 0, true)},
                [](const HostLoop&, LoopRecorder& recorder) {
                  const RecordedLoopAccess first{0, 0, 0, false};
                  recorder.record(first);
                  if (recorder.value(first) < 0) read(recorder, 0, 2, 1);
                  write(recorder, 1, 0);
                },
                true,
                false};
  const std::string clauses = "reads: [q via edge_cells], writes: [f]";
  EXPECT_THAT(findings(clauses, "edges", kernel),
              ElementsAre("warning: k.kernel:7: air::k reads q at target 2, component 1 in a branch of its body, but "
                          "air::edge_cells has the targets 0 to 1; fix: use numbers that exist, or correct the "
                          "declaration"));
  kernel.fixed_indices = false; // the value may have chosen the target
  EXPECT_THAT(findings(clauses, "edges", kernel), IsEmpty());
  kernel.fixed_indices = kernel.complete = true;
  kernel.recording = [](const HostLoop&, LoopRecorder& recorder) { read(recorder, 0, 0, 0), read(recorder, 0, 2, 1); };
  EXPECT_THAT(findings(clauses, "edges", kernel),
              ElementsAre("error: k.kernel:7: air::k reads q at target 2, component 1, but air::edge_cells has the "
                          "targets 0 to 1; fix: use numbers that exist, or correct the declaration"));
}

TEST(LoopCheck, TargetsUnderVaryingMapsMayExist) {
  const LoopArgument f = dat("f", "air::f@0", Access::read, 1, 0), q = dat("q", "air::q@0", Access::write, 2);
  const std::string clauses = "reads: [f via cell_edges], writes: [q]";
  EXPECT_THAT(findings(clauses, "cells", {{f, q}, {known(0, 7, 0, false), known(1, 0, 0, true), known(1, 0, 1, true)}}),
              IsEmpty());
  EXPECT_THAT(
      findings(clauses, "cells",
               {{f, q}, {known(0, -1, 0, false), known(1, 0, 0, true), known(1, 0, 1, true)}, nullptr, true, false}),
      ElementsAre(testing::HasSubstr("reads f(…), but the targets of air::cell_edges begin at 0; fix")));
}

TEST(LoopCheck, NothingIsSaidOfATextThatNeverRuns) {
  EXPECT_THAT(findings("reads: [q via edge_cells], writes: [f]", "edges",
                       {{q_beside, f_set},
                        {known(0, 0, 0, false), known(0, 1, 0, false), known(0, 2, 0, false), known(1, 0, 0, true)},
                        [](const HostLoop&, LoopRecorder& recorder) {
                          read(recorder, 0, 0, 0), read(recorder, 0, 1, 0), write(recorder, 1, 0);
                        }}),
              IsEmpty());
}

TEST(LoopCheck, FindsClausesThatTheBodyDoesNotUse) {
  EXPECT_THAT(
      findings("reads: [q via edge_cells], writes: [f]", "edges", {{q_beside, f_set}, {}, nullptr, true, false}),
      ElementsAre("warning: air.yaml:14:48: air::k declares that it reads air::q@0 via edge_cells, but its body "
                  "does not use it; fix: remove the clause; this saves copies and messages",
                  "error: air.yaml:14:76: air::k declares that it writes air::f@0, but its body assigns no value "
                  "to it; fix: assign a value, or remove the clause"));
}

TEST(LoopCheck, FindsComponentsWithoutAValue) {
  const LoopArgument q = dat("q", "air::q@0", Access::write, 2);
  EXPECT_THAT(
      findings("writes: [q]", "cells", {{q}, {known(0, 0, 1, true)}, nullptr, true, false}),
      ElementsAre("error: air.yaml:14:49: air::k declares that it writes air::q@0, but its body assigns no value "
                  "to component 0; fix: assign to all components, or declare the variable under reads:, too, so "
                  "that the others keep their values"));
  EXPECT_THAT(findings("writes: [q]", "cells", {{q}, {unknown(0, true)}, nullptr, true, false}), IsEmpty());
}

TEST(LoopCheck, FindsReadsOfWhatIsOnlySet) {
  const LoopArgument q = dat("q", "air::q@0", Access::readwrite, 2);
  Kernel kernel{{q}, {known(0, 0, 0, true), known(0, 0, 1, true)}, [](const HostLoop&, LoopRecorder& recorder) {
                  write(recorder, 0, 0), write(recorder, 0, 1);
                }};
  const std::string clauses = "reads: [q], writes: [q]";
  EXPECT_THAT(
      findings(clauses, "cells", kernel),
      ElementsAre("warning: air.yaml:14:48: air::k declares that it reads air::q@0, but its body only assigns to "
                  "it; fix: remove the clause under reads:; this saves copies and messages"));
  kernel.recording = [](const HostLoop&, LoopRecorder& recorder) { write(recorder, 0, 0); };
  EXPECT_THAT(findings(clauses, "cells", kernel), IsEmpty()) << "component 1 keeps its value";
  kernel.recording = [](const HostLoop&, LoopRecorder& recorder) {
    write(recorder, 0, 0);
    if (recorder.count(0) > 0) write(recorder, 0, 1);
  };
  EXPECT_THAT(findings(clauses, "cells", kernel), IsEmpty()) << "without targets component 1 keeps its value";
  kernel.accesses.clear();
  EXPECT_THAT(findings(clauses, "cells", kernel),
              ElementsAre(testing::HasSubstr("declares that it writes air::q@0, but its body assigns no value to it")));
}

TEST(LoopCheck, FindsMapsOfWhichOneTargetIsEnough) {
  const LoopArgument res = dat("other", "air::q@0", Access::increment, 2, 0), f = dat("f", "air::f@0", Access::read, 1);
  EXPECT_THAT(
      findings("reads: [f], increments: [q via edge_cells as other]", "edges",
               {{f, res}, {known(0, 0, 0, false), known(1, 1, 0, true), known(1, 1, 1, true)}}),
      ElementsAre("warning: air.yaml:14:65: air::k declares that it adds to air::q@0 via edge_cells, but uses only "
                  "target 1; fix: declare increments: [\"q via edge_cells[1] as other\"], and write "
                  "other(component)"));
  EXPECT_THAT(
      findings("reads: [f], increments: [q via edge_cells as other]", "edges", {{f, res}, {known(0, 0, 0, false)}}),
      ElementsAre("error: air.yaml:14:65: air::k declares that it adds to air::q@0 via edge_cells, but its body "
                  "adds nothing to it; fix: add a value, or remove the clause"));
}

TEST(LoopCheck, FindsTotalsThatGetNothing) {
  const LoopArgument f = dat("f", "air::f@0", Access::read, 1);
  const auto of = [&](const std::string& clauses, Access access, bool has_from, bool named) {
    std::vector<LoopTextAccess> accesses{known(0, 0, 0, false)};
    if (named) accesses.push_back(unknown(1, true));
    return findings("reads: [f], " + clauses, "edges", {{f, total(access, has_from)}, accesses});
  };
  EXPECT_THAT(
      of("minima: [s]", Access::minimum, false, false),
      ElementsAre("error: air.yaml:14:61: air::k has air::s@0 under minima:, but its body gives it nothing; fix: "
                  "give it a value, or remove the clause; with \"from\" the scalar gets a new start"));
  EXPECT_THAT(of("increments: [s from 0]", Access::increment, true, false), IsEmpty());
  EXPECT_THAT(of("increments: [s]", Access::increment, false, true), IsEmpty());
}

TEST(LoopCheck, EndsABodyThatMakesTooManyAccesses) {
  EXPECT_THAT(findings("reads: [q via edge_cells], writes: [f]", "edges",
                       {{q_beside, f_set},
                        {known(0, 0, 0, false), known(0, 1, 0, false), known(1, 0, 0, true)},
                        [](const HostLoop&, LoopRecorder& recorder) {
                          for (long n = 0; n < 1000000; ++n) read(recorder, 0, 5, 5);
                        }}),
              IsEmpty());
}

} // namespace loop_check_test
} // namespace nopal::test
