// Arguments of loops over sets from declarations, their errors, and the code of loops.

#include "core/generator/generator.hpp"

#include "core/generator/loop_arguments.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace nopal::test {
namespace loop_declarations_test {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string mesh = R"(thorn: air
description: d
parameters:
  gas: {type: real, default: 1.4, description: d}
  order: {type: int, default: 2, description: d}
  shape: {type: keyword, default: flat, choices: {flat: Flat, round: Round}, description: d}
  title: {type: string, default: none, description: d}
sets:
  cells: {description: d}
  edges: {description: d}
maps:
  edge_cells: {from: edges, to: cells, arity: 2}
  cell_edges: {from: cells, to: edges, arity: varying}
groups:
  flow: {type: dat, on: cells, components: 4, variables: [q, res], timelevels: 3}
  marks: {type: dat, on: cells, datatype: int, variables: [mark]}
  lengths: {type: dat, on: edges, variables: [length, i]}
  sums: {type: scalar, variables: [rms, least]}
  counts: {type: scalar, datatype: int, variables: [n]}
  grid: {type: gf, variables: [phi]}
schedule:
)";

ThornDeclaration read(const std::string& text, const std::string& file = "air.yaml") {
  ErrorList errors;
  ThornDeclaration thorn = read_thorn_text(text, file, errors);
  errors.raise_if_any();
  return thorn;
}
std::string item(const std::string& clauses, const std::string& set) {
  return "  - {kernel: k, at: evol, over: " + set + ", " + clauses + "}\n";
}
KernelDeclaration kernel_of(const std::string& clauses, const std::string& set = "edges",
                            const std::vector<ThornDeclaration>& inherited = {}) {
  ErrorList errors;
  const auto kernels = kernel_declarations(read(mesh + item(clauses, set)), inherited, errors);
  errors.raise_if_any();
  return kernels.at(0);
}
/// The messages of the item, which begins at line 22, column 5.
std::vector<std::string> errors_of(const std::string& schedule) {
  ErrorList errors;
  kernel_declarations(read(mesh + schedule), {}, errors);
  return errors.messages();
}
std::vector<std::string> errors_of_loop(const std::string& clauses, const std::string& set = "edges") {
  return errors_of(item(clauses, set));
}

/// "q air::q@0 dat read x4 map 0[1] axes 1".
std::vector<std::string> texts(const KernelDeclaration& kernel) {
  constexpr const char* kinds[] = {"field", "array", "real", "integer", "dat", "total"};
  std::vector<std::string> result;
  for (const ArgumentDeclaration& argument : kernel.arguments) {
    std::string& text = result.emplace_back(argument.name + " " + argument.source + " ");
    text += std::string(kinds[static_cast<int>(argument.kind)]) + (argument.is_integer ? " int" : "");
    if (argument.is_dat() || argument.is_total()) text += " " + std::string(to_string(argument.access));
    if (argument.is_dat()) text += " x" + std::to_string(argument.components);
    if (argument.map >= 0) text += " map " + std::to_string(argument.map);
    if (argument.target >= 0) text += "[" + std::to_string(argument.target) + "]";
    if (argument.is_dat()) text += " axes " + std::to_string(argument.axes);
    if (argument.from) text += " from " + std::to_string(*argument.from);
  }
  return result;
}

TEST(LoopDeclarations, ListDatsThenRealsIntegersAndTotals) {
  const KernelDeclaration kernel = kernel_of(
      "uses: [gas, order, shape], reads: [n, least, q via edge_cells, length], writes: [i], increments: [rms from 0.5, "
      "mark via edge_cells]");
  EXPECT_THAT(texts(kernel),
              ElementsAre("q air::q@0 dat read x4 map 0 axes 2", "length air::length@0 dat read x1 axes 1",
                          "i air::i@0 dat write x1 axes 1", "mark air::mark@0 dat int increment x1 map 0 axes 2",
                          "least air::least@0 real", "gas air::gas real", "n air::n@0 integer int",
                          "order air::order integer", "shape air::shape integer",
                          "rms air::rms@0 total increment from 0.500000"));
  ASSERT_TRUE(kernel.loop);
  EXPECT_EQ(kernel.loop->set, "air::edges");
  EXPECT_THAT(kernel.loop->maps, ElementsAre(std::pair<std::string, int>("air::edge_cells", 2)));
  EXPECT_THAT(kernel.constants, ElementsAre(std::pair<std::string, long>("shape_flat", 0),
                                            std::pair<std::string, long>("shape_round", 1)));
  EXPECT_FALSE(kernel.block);
  EXPECT_EQ(kernel.path, "k.kernel");
}

TEST(LoopDeclarations, NameArgumentsByTimelevelOrAs) {
  EXPECT_THAT(texts(kernel_of("reads: [\"q@2 via edge_cells\", \"q@1 via edge_cells[0] as left\", \"q@1 via "
                              "edge_cells[1] as right\"], writes: [length as l]")),
              ElementsAre("q_p_p air::q@2 dat read x4 map 0 axes 2", "left air::q@1 dat read x4 map 0[0] axes 1",
                          "right air::q@1 dat read x4 map 0[1] axes 1", "l air::length@0 dat write x1 axes 1"));
}

TEST(LoopDeclarations, JoinReadsAndWritesOfTheOwnElement) {
  EXPECT_THAT(texts(kernel_of("reads: [q], writes: [q]", "cells")), ElementsAre("q air::q@0 dat readwrite x4 axes 1"));
  EXPECT_THAT(texts(kernel_of("increments: [q]", "cells")), ElementsAre("q air::q@0 dat readwrite x4 axes 1"))
      << "no other element adds to it";
  EXPECT_THAT(texts(kernel_of("writes: [q], increments: [q]", "cells")),
              ElementsAre("q air::q@0 dat readwrite x4 axes 1"));
  EXPECT_THAT(texts(kernel_of("reads: [q, q], writes: [res]", "cells")),
              ElementsAre("q air::q@0 dat read x4 axes 1", "res air::res@0 dat write x4 axes 1"));
}

TEST(LoopDeclarations, NumberTheMapsThatTheyUse) {
  const KernelDeclaration kernel =
      kernel_of("reads: [length via cell_edges, \"i via air::cell_edges\"], writes: [q]", "cells");
  EXPECT_THAT(kernel.loop->maps, ElementsAre(std::pair<std::string, int>("air::cell_edges", 0)));
  EXPECT_THAT(texts(kernel)[1], "i air::i@0 dat read x1 map 0 axes 2");
  EXPECT_THAT(kernel_of("writes: [q]", "cells").loop->maps, IsEmpty());
}

TEST(LoopDeclarations, FindWhatIsInherited) {
  const ThornDeclaration user =
      read("thorn: user\ninherits: [air]\nsets: {walls: {}}\nmaps:\n  wall_cell: {from: walls, to: \"air::cells\", "
           "arity: 1}\ngroups:\n  g: {type: dat, on: walls, variables: [force]}\nschedule:\n  - {kernel: k, at: evol, "
           "over: walls, reads: [\"q via wall_cell[0]\"], writes: [force]}\n",
           "user.yaml");
  ErrorList errors;
  const auto kernels = kernel_declarations(user, {read(mesh)}, errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  EXPECT_THAT(texts(kernels.at(0)),
              ElementsAre("q air::q@0 dat read x4 map 0[0] axes 1", "force user::force@0 dat write x1 axes 1"));
  EXPECT_EQ(kernels.at(0).loop->set, "user::walls");
}

TEST(LoopDeclarations, HaveTheRulesOfLoops) {
  EXPECT_THAT(errors_of_loop("writes: [length]", "edgs"),
              ElementsAre("air.yaml:22:27: \"edgs\" is no set of air (did you mean \"edges\"?)"));
  EXPECT_THAT(errors_of_loop("reads: [q], writes: [length]"),
              ElementsAre("air.yaml:22:48: kernel k: \"q\": air::q lies on air::cells, but the loop runs over "
                          "air::edges; air::edge_cells leads there: write \"via edge_cells\""));
  EXPECT_THAT(errors_of_loop("reads: [phi], writes: [length]"),
              ElementsAre(HasSubstr("kernel k: phi is a grid function of type gf; a loop over a set uses dats and "
                                    "scalars")));
  EXPECT_THAT(errors_of_loop("reads: [res via edge_cells], increments: [res via edge_cells]"),
              ElementsAre(HasSubstr("the loop adds to it through a map and uses it in another way")));
  EXPECT_THAT(errors_of_loop("uses: [title], writes: [length]"),
              ElementsAre(HasSubstr("kernel k uses title, which is a string")));
  EXPECT_THAT(errors_of_loop("writes: [lenth]"),
              ElementsAre("air.yaml:22:49: \"lenth\" is no variable or group of air (did you mean \"length\"?)"));
}

TEST(LoopDeclarations, RefuseNamesThatStandForTwoThings) {
  EXPECT_THAT(errors_of_loop("reads: [\"q via edge_cells[0]\", \"q via edge_cells[1]\"], writes: [length]"),
              ElementsAre(HasSubstr("the name \"q\" stands for both air::q@0 and air::q@0; rename one")));
  EXPECT_THAT(errors_of_loop("reads: [\"q via edge_cells as gas\"], uses: [gas], writes: [length]"),
              ElementsAre(HasSubstr("the name \"gas\" stands for both air::q@0 and air::gas")));
}

TEST(LoopDeclarations, RefuseReservedNames) {
  EXPECT_THAT(errors_of_loop("writes: [length as count]"),
              ElementsAre(HasSubstr("air::length@0 would be named \"count\", which is reserved (a function)")));
  for (const char* name : {"dt", "time", "iteration", "nopal_e", "double", "sqrt"})
    EXPECT_THAT(errors_of_loop(std::string("writes: [length as ") + name + "]"),
                ElementsAre(HasSubstr(std::string("would be named \"") + name + "\", which is reserved")));
  for (const char* name : {"i", "x", "y", "k"})
    EXPECT_THAT(errors_of_loop(std::string("writes: [length as ") + name + "]"), IsEmpty())
        << "an element has no indices and coordinates";
}

TEST(LoopDeclarations, OfGridsRefuseDats) {
  EXPECT_THAT(
      errors_of("  - {kernel: k, at: evol, reads: [q], writes: [phi]}\n"),
      ElementsAre("air.yaml:22:35: kernel k: q is a dat, which lies on the set air::cells; write \"over:\" with "
                  "the name of a set, so that the kernel is a loop over it"));
  EXPECT_THAT(errors_of("  - {kernel: k, at: evol, threads: [8], over: [16], reads: [phi], writes: [q]}\n"),
              ElementsAre(HasSubstr("kernel k: q is a dat, which lies on the set air::cells")));
  EXPECT_THAT(errors_of("  - {kernel: k, at: evol, over: edges, threads: [8], writes: [phi]}\n"),
              ElementsAre("air.yaml:22:40: \"edges\" is no number and no parameter of air"));
}

TEST(LoopDeclarations, SayWhyALoopRunsOnlyOnTheHost) {
  const auto why = [](const char* clauses, const char* set = "edges") {
    return kernel_of(clauses, set).loop->only_on_host;
  };
  EXPECT_EQ(why("reads: [q via edge_cells], increments: [res via edge_cells, rms, n], minima: [least]"), "");
  EXPECT_EQ(why("reads: [length via cell_edges], increments: [q, mark]", "cells"), "");
  EXPECT_EQ(why("increments: [length via cell_edges]", "cells"),
            "it adds to air::length through a map of varying arity");
  EXPECT_EQ(why("increments: [mark via edge_cells]"), "it adds to the integers air::mark");
  EXPECT_EQ(why("minima: [n], writes: [i]"), "it finds the least of integers for air::n");
  EXPECT_EQ(why("maxima: [n], writes: [i]"), "it finds the largest of integers for air::n");
}

/// The source of a library with one loop.
std::string source_of(const std::string& clauses, const std::string& set, const std::string& body) {
  const ThornDeclaration thorn = read(mesh + item(clauses, set));
  ErrorList errors;
  const auto kernels = kernel_declarations(thorn, {}, errors);
  errors.raise_if_any();
  return library_source(thorn, kernels, {body});
}

/// What the compiler says; empty: nothing.
std::string compile(const std::string& text, const std::string& options = "") {
  const TemporaryFolder temporary;
  const std::filesystem::path file = temporary.path() / "test.cpp";
  std::ofstream(file) << text;
  const std::string command = std::string(NOPAL_TEST_COMPILER) +
                              " -std=c++20 -Wall -Wextra -Wpedantic -Wno-psabi -Werror " + "-fsyntax-only -I" +
                              source_folder() + " -I" + source_folder() + "/core/api " + options + " " + file.string() +
                              " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string messages;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) messages.append(buffer, n);
  const bool compiles = pclose(pipe) == 0;
  return compiles && messages.empty() ? "" : messages + " ";
}

const char* const flux_clauses =
    "uses: [gas, order], reads: [q via edge_cells, length, least], writes: [i], increments: "
    "[\"res via edge_cells[1]\", mark via edge_cells, rms], minima: [n]";

TEST(LoopCode, CompilesWithoutWarning) {
  const std::string source =
      source_of(flux_clauses, "edges",
                "const real f = gas * (q(0, 3) - q(1, 3)) * length(0) + least * dt;\ni(0) = f;\nres(2) += f;\n"
                "mark(0, 0) -= order;\nmark(1, 0) += 1;\nrms += f * f;\nn = min(n, order);\n");
  EXPECT_EQ(compile(source), "");
  EXPECT_EQ(compile(source, "-DNOPAL_OTHER_VERSIONS -DNOPAL_CHECKED_VERSIONS"), "");
}

TEST(LoopCode, ForDevicesCompilesWithoutWarning) {
  const std::string source =
      source_of("uses: [gas, order], reads: [q via edge_cells, length], writes: [i], increments: [\"res via "
                "edge_cells[1] as right\", "
                "\"res via edge_cells[0] as left\", rms, n], maxima: [least]",
                "edges",
                "const real f = gas * (q(0, 3) - q(1, 3)) * length(0);\ni(0) = f;\nright(2) += f;\nleft(1) -= f;\n"
                "rms += f * f;\nleast = max(least, f);\nn += order;\n");
  EXPECT_EQ(compile(source), "");
  EXPECT_EQ(compile(source, "-DNOPAL_OTHER_VERSIONS -DNOPAL_CHECKED_VERSIONS"), "");
  EXPECT_EQ(compile(source_of("increments: [rms]", "edges", "rms += 1.0;\n")), "");
  EXPECT_EQ(compile(source_of("increments: [rms]", "edges", "rms += 1.0;\n"),
                    "-DNOPAL_OTHER_VERSIONS -DNOPAL_CHECKED_VERSIONS"),
            "");
  EXPECT_EQ(compile(source_of("maxima: [n]", "edges", "n = 1;\n")), "");
  // One memory for what elements add to res: first to the right, then to the left.
  EXPECT_THAT(source, HasSubstr("nopal_sums_0[nopal_e * 8 + 0 + nopal_s] = nopal_sum_right[nopal_s];"));
  EXPECT_THAT(source, HasSubstr("nopal_sums_0[nopal_e * 8 + 4 + nopal_s] = nopal_sum_left[nopal_s];"));
  EXPECT_THAT(source, HasSubstr("&nopal_device_kernel, &nopal_text, &nopal_atomics_kernel, &nopal_staged_kernel};"));
  EXPECT_THAT(source_of(flux_clauses, "edges", "i(0) = 0.0;\n"), Not(HasSubstr("nopal_device")));
}

TEST(LoopCode, OfVaryingArityCompiles) {
  const std::string source = source_of(
      "reads: [length via cell_edges], writes: [q], increments: [i via cell_edges]", "cells",
      "real sum = 0.0;\nfor (int e = 0; e < count(cell_edges); ++e) { sum += length(e, 0); i(e, 0) += 1.0; }\n"
      "q(0) = sum;\nq(1) = q(2) = 0.0;\nq(3) = 1.0;\n");
  EXPECT_EQ(compile(source), "");
  EXPECT_EQ(compile(source, "-DNOPAL_OTHER_VERSIONS -DNOPAL_CHECKED_VERSIONS"), "");
}

TEST(LoopCode, ComputesSeveralElementsAtOnceIfItMay) {
  const char* const lanes = "nopal_lanes::nopal_body(";
  const char* const clauses = "uses: [gas], reads: [q via edge_cells, length], increments: [res via edge_cells]";
  const std::string source = source_of(clauses, "edges", "res(0, 1) += gas * q(1, 0) * length(0);\n");
  EXPECT_EQ(compile(source), "");
  EXPECT_THAT(source, HasSubstr(lanes));
  EXPECT_THAT(source_of(clauses, "edges", "if (length(0) > 0.0) res(0, 1) += q(1, 0);\n"), Not(HasSubstr(lanes)));
  EXPECT_THAT(source_of("reads: [length], writes: [i]", "edges", "i(0) = length(0);\n"), Not(HasSubstr(lanes)));
  EXPECT_THAT(source_of("increments: [mark via edge_cells]", "edges", "mark(0, 0) += 1;\n"), Not(HasSubstr(lanes)));
  EXPECT_THAT(source_of("reads: [length via cell_edges], writes: [q]", "cells", "q(0) = 1.0;\n"),
              Not(HasSubstr(lanes)));
}

TEST(LoopCode, RecordsWhateverABodyMayDo) {
  const std::string clauses =
      "reads: [q via edge_cells, length, i], writes: [length, i], increments: [res via edge_cells]";
  const std::string integers = "reads: [mark, q], writes: [mark, q], minima: [n]";
  const std::string reals =
      "length(0) = i(0);\nlength(0) += 1.0;\nlength(0) -= i(0);\nlength(0) *= 2.0;\n"
      "length(0) /= q(1, 0);\n++length(0);\nlength(0)--;\nlength(0) = -i(0) < 1.0 ? i(0) : length(0);\n"
      "i(0) = min(length(0), max(2.0, i(0))) + sqrt(i(0));\nif (i(0) > 0.0) res(0, 1) += i(0);\n";
  const std::string wholes =
      "mark(0) %= 5;\nmark(0) &= 7;\nmark(0) |= 1;\nmark(0) ^= 2;\nmark(0) <<= 1;\nmark(0) >>= 1;\n"
      "int low = min(mark(0), 3);\nlow = max(low, mark(0));\nq(low) = mark(0) % 2;\nn = mark(0)++;\n"
      "switch (mark(0)) { case 1: q(1) = 1.0; }\n";
  for (const std::string& source : {source_of(clauses, "edges", reals), source_of(integers, "cells", wholes)}) {
    EXPECT_THAT(source, HasSubstr("nopal_recording("));
    EXPECT_EQ(compile(source), "");
  }
  const std::string prints = source_of(integers, "cells", "printf(\"%g\", q(0));\nmark(0) = 1;\nn = 1;\n");
  EXPECT_THAT(prints, AllOf(Not(HasSubstr("nopal_recording")), HasSubstr("nopal_text{nullptr, ")));
  EXPECT_EQ(compile(prints), "");
  EXPECT_THAT(source_of(integers, "cells", "while (q(0) > 1.0) q(0) -= 1.0;\n"), Not(HasSubstr("nopal_recording")));
}

/// The entries of nopal_accesses, and what follows them in nopal_text.
std::string text_of(const std::string& clauses, const std::string& set, const std::string& body) {
  const std::string source = source_of(clauses, set, body);
  const std::size_t begin = source.find('{', source.find("nopal::LoopTextAccess"));
  return source.substr(begin, source.find("};\n\n", source.find("nopal_text{")) - begin);
}

TEST(LoopCode, KnowsTheAccessesOfItsText) {
  const std::string clauses =
      "reads: [q via edge_cells, \"q via edge_cells[1] as right\"], writes: [length], increments: [rms]";
  EXPECT_THAT(text_of(clauses, "edges", "length(0) = right(3) +\n  q(1, 2);\nrms += 1.0;"),
              AllOf(HasSubstr("{2, 1, 1, \"0\", true, false, 0, 0, false, true},"),
                    HasSubstr("{1, 1, 13, \"3\", true, false, 1, 3, true, false},"),
                    HasSubstr("{0, 2, 3, \"1, 2\", true, false, 1, 2, true, false},"),
                    HasSubstr("{3, 3, 1, \"\", false, false, 0, 0, true, true},"),
                    HasSubstr("nopal_text{nopal_recording, nopal_accesses, 4, true, true")));
  EXPECT_THAT(text_of(clauses, "edges", "for (int c = 2; c < 4; ++c) length(0) = q(c - 2, c);"),
              AllOf(HasSubstr("\"c - 2, c\", true, true, 0, 2, true, false},"),
                    HasSubstr("\"c - 2, c\", true, true, 1, 3, true, false},"), HasSubstr(", 3, true, true")));
  EXPECT_THAT(text_of(clauses, "edges", "for (int t = 0; t < count(edge_cells); ++t) length(0) = q(t, 0);"),
              AllOf(HasSubstr("\"t, 0\", false, false, 0, 0, true, false},"), HasSubstr(", 2, true, true")));
  EXPECT_THAT(text_of(clauses, "edges", "if (q(0, 0) > 0.0) length(0) = 1.0;"), HasSubstr(", 2, true, false"));
  EXPECT_THAT(text_of(clauses, "edges", "const int c = right(0);\nlength(0) = q(0, c);"),
              HasSubstr(", 3, false, false"));
}

TEST(LoopCode, DoesWhatTheClausesAllowOnly) {
  for (const char* body : {"length(0) = 1.0;", "real a = i(0); i(0) = a;", "res(0) = 1.0;", "real a = mark(0, 0);",
                           "q(0, 0) += 1.0;", "real a = phi(0);"})
    EXPECT_THAT(compile(source_of(flux_clauses, "edges", body)), HasSubstr("error:")) << body;
}

TEST(LoopCode, DescribesTheLoop) {
  const std::string source = source_of(flux_clauses, "edges", "i(0) = 0.0;\n");
  EXPECT_THAT(source, HasSubstr("{\"q\", \"air::q@0\", nopal::ArgumentKind::dat, nopal::Access::read, false, 4, 0, -1, "
                                "false, 0},"));
  EXPECT_THAT(source,
              HasSubstr("{\"res\", \"air::res@0\", nopal::ArgumentKind::dat, nopal::Access::increment, false, 4, "
                        "0, 1, false, 0},"));
  EXPECT_THAT(source,
              HasSubstr("{\"n\", \"air::n@0\", nopal::ArgumentKind::total, nopal::Access::minimum, true, 1, -1, "
                        "-1, false, 0},"));
  EXPECT_THAT(source, HasSubstr("{\"air::edge_cells\", 2, false}"));
  EXPECT_THAT(source, HasSubstr("&nopal_dialect::air_k::nopal_loop_kernel"));
  EXPECT_THAT(source_of("increments: [rms from 0.5], writes: [i]", "edges", "i(0) = 0.0;\nrms += 1.0;\n"),
              HasSubstr("nopal::Access::increment, false, 1, -1, -1, true, 0x1p-1},"));
}

} // namespace loop_declarations_test
} // namespace nopal::test
