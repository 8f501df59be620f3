// The fingerprint of a declaration: what changes it, and how differences are named.

#include "core/generator/fingerprint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace fingerprint_test {

using testing::ElementsAre;
using testing::HasSubstr;

std::string print_of(const std::string& text) {
  ErrorList errors;
  const ThornDeclaration thorn = read_thorn_text(text, "a.yaml", errors);
  const std::vector<KernelDeclaration> kernels = kernel_declarations(thorn, {}, errors);
  errors.raise_if_any();
  return fingerprint(thorn, kernels);
}

const std::string text = R"yaml(thorn: a
description: d
parameters:
  shape: {type: keyword, default: round, choices: {round: d, square: d}, description: d}
  often: {type: int, default: 0, range: "0:*", description: d}
  centre: {type: "real[2]", default: [0, 0], description: d}
groups:
  fields: {type: gf, variables: [u, v], timelevels: 2, description: d}
  work: {type: gf, variables: [lap], temporary: true, description: d}
  table: {type: array, shape: [often], variables: [t], description: d}
schedule:
  - {kernel: step, at: evol, after: [fill], uses: [shape], reads: ["u@1<-1:1>", v], writes: [u], description: d}
  - {kernel: fill, at: evol, threads: [8, 8], over: interior, reads: [t], writes: [v(everywhere)]}
  - stencil: both
    at: evol
    stages:
      - {kernel: first, reads: [u@1], writes: [lap]}
      - {as: second, order: forward, kernels: {bottom+1: low, "bottom+2 : top-1": rest}, reads: [lap], writes: [u]}
)yaml";

/// "subject: text" for each difference of `text` after one change.
std::vector<std::string> after(const std::string& old_part, const std::string& new_part) {
  std::string changed = text;
  const std::size_t at = changed.find(old_part);
  EXPECT_NE(at, std::string::npos) << old_part;
  changed.replace(at, old_part.size(), new_part);
  std::vector<std::string> lines;
  for (const FingerprintDifference& each : compare_fingerprints(print_of(changed), print_of(text)))
    lines.push_back(each.subject + ": " + each.text);
  return lines;
}

TEST(Fingerprint, WhatTheLibraryDoesNotDependOnDoesNotChangeIt) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{{"description: d", "description: e"},
                                                                                 {"after: [fill]", "before: [fill]"},
                                                                                 {"default: 0", "default: 7"},
                                                                                 {"\"0:*\"", "\"0:9\""},
                                                                                 {"round: d", "round: e"},
                                                                                 {"at: evol", "at: poststep"}})
    EXPECT_THAT(after(from, to), ElementsAre()) << from;
}

TEST(Fingerprint, ChangesAreNamed) {
  EXPECT_THAT(after("{round: d, square: d}", "{square: d, round: d}"),
              ElementsAre("parameter \"shape\": choices: \"square, round\" is declared, but the library was built with "
                          "\"round, square\"",
                          HasSubstr("kernel \"step\": constants: \"shape_square = 0, shape_round = 1\"")));
  EXPECT_THAT(after("real[2]\", default: [0, 0]", "real[3]\", default: [0, 0, 0]"),
              ElementsAre(HasSubstr("parameter \"centre\": type: \"real[3]\"")));
  EXPECT_THAT(after("<-1:1>", "<-1:2>"), ElementsAre(HasSubstr("kernel \"step\": a::u@1")));
  EXPECT_THAT(after("u@1<-1:1>", "u@1<-1:1>(interior)"), ElementsAre(HasSubstr("kernel \"step\": reads: ")));
  EXPECT_THAT(after(", v], writes: [u]", "], writes: [u, v]"), ElementsAre(HasSubstr("kernel \"step\": a::v@0: ")));
  EXPECT_THAT(after(", v], writes: [u]", "], writes: [u]"), ElementsAre(HasSubstr("kernel \"step\": reads: ")))
      << "the fact that is left is named first";
  EXPECT_THAT(after("threads: [8, 8]", "threads: [8, 4]"),
              ElementsAre(HasSubstr("kernel \"fill\": threads: \"8, 4\"")));
  EXPECT_THAT(after("over: interior", "over: owned"), ElementsAre(HasSubstr("kernel \"fill\": over: ")));
  EXPECT_THAT(after("shape: [often]", "shape: [often, 2]"), ElementsAre(HasSubstr("kernel \"fill\": a::t@0: ")));
  EXPECT_THAT(after("order: forward", "order: backward"),
              ElementsAre(HasSubstr("kernel \"second_low\": stage: "), HasSubstr("kernel \"second_rest\": stage: ")));
  EXPECT_THAT(after("{kernel: first,", "{kernel: first, as: one,"),
              testing::Contains(HasSubstr("stencil \"both\": stage one: \"one\" is declared")));
}

TEST(Fingerprint, WhatOnlyOneOfTheTwoHas) {
  const std::string removed = "  - {kernel: fill, at: evol, threads: [8, 8], over: interior, reads: [t], writes: "
                              "[v(everywhere)]}\n";
  EXPECT_THAT(after(removed, ""), ElementsAre("kernel \"fill\": only the library has it"));
  EXPECT_THAT(after(removed, removed + "  - {kernel: more, at: evol, writes: [v]}\n"),
              ElementsAre("kernel \"more\": the library does not have it"));
}

/// A loop may use a variable in several ways. The arguments are then told apart by their names.
TEST(Fingerprint, ALoopThatUsesAVariableTwice) {
  const std::string loop = R"yaml(thorn: a
description: d
sets: {cells: {description: d}}
maps: {next: {from: cells, to: cells, arity: 2}}
groups: {state: {type: dat, on: cells, variables: [u, v]}}
schedule:
  - {kernel: k, at: evol, over: cells, reads: [u, u via next as other], writes: [v]}
)yaml";
  EXPECT_THAT(compare_fingerprints(print_of(loop), print_of(loop)), testing::IsEmpty());
  std::string changed = loop;
  changed.replace(changed.find("as other"), 8, "as others");
  const std::vector<FingerprintDifference> differences = compare_fingerprints(print_of(changed), print_of(loop));
  ASSERT_EQ(differences.size(), 1U);
  EXPECT_THAT(differences[0].text, HasSubstr("a::u@0 as others: \"dat others of 1 components"));
}

TEST(Fingerprint, HashOfAText) {
  EXPECT_EQ(text_hash(""), "cbf29ce484222325");
  EXPECT_EQ(text_hash("a"), "af63dc4c8601ec8c") << "the published value";
  EXPECT_NE(text_hash("ab"), text_hash("ba"));
}

} // namespace fingerprint_test
} // namespace nopal::test
