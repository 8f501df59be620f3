#include "errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace thorn_errors_test {

using test::errors_of;
using ::testing::ElementsAre;

std::vector<std::string> errors_of_file(const std::string& text, const std::string& path) {
  ErrorList errors;
  read_thorn_text(text, path, errors);
  return errors.messages();
}

TEST(ThornErrors, NameAndFile) {
  EXPECT_THAT(errors_of_file("", "t.yaml"), ElementsAre("t.yaml:1:1: this declaration is empty; expected keys such as "
                                                        "\"thorn: wavetoy\", \"groups:\", \"schedule:\""));
  EXPECT_THAT(
      errors_of_file("- a\n", "t.yaml"),
      ElementsAre("t.yaml:1:1: found a list; expected keys such as \"thorn: wavetoy\", \"groups:\", \"schedule:\""));
  EXPECT_THAT(errors_of_file("description: x\n", "a/t.yaml"),
              ElementsAre("a/t.yaml:1:1: the key \"thorn\" is missing: write \"thorn: t\""));
  EXPECT_THAT(
      errors_of_file("thorn: u\n", "a/t.yaml"),
      ElementsAre("a/t.yaml:1:8: thorn \"u\": the file is t.yaml; expected u.yaml: rename the file or the thorn"));
  EXPECT_THAT(errors_of_file("thorn: 2d\n", "2d.yaml"),
              ElementsAre("2d.yaml:1:8: thorn \"2d\": a name is a letter followed by letters, digits and underscores"));
  EXPECT_THAT(errors_of_file("thorn: thorns\n", "thorns.yaml"),
              ElementsAre("thorns.yaml:1:8: thorn \"thorns\": this name is reserved: rename the thorn"));
  ErrorList errors;
  EXPECT_EQ(read_thorn("no/such/thorn.yaml", errors).name, "thorn");
  EXPECT_THAT(errors.messages(),
              ElementsAre("no/such/thorn.yaml: this file cannot be read: No such file or directory"));
}

TEST(ThornErrors, KeysOfTheFile) {
  EXPECT_THAT(
      errors_of("scheduel: []\ninherits: [t, a, a]\n"),
      ElementsAre(
          "t.yaml:3:11: inherits: a thorn does not inherit from itself: remove \"t\"",
          "t.yaml:3:11: inherits: \"a\" is listed twice: remove one of them",
          "t.yaml:2:1: unknown key \"scheduel\" (did you mean \"schedule\"?); allowed keys: thorn, "
          "description, inherits, requires_grid, max_dt, parameters, sets, maps, mesh, groups, alias, splitters, "
          "provides, requires, schedule, methods"));
  EXPECT_THAT(errors_of("parameters: [a]\ngroups: x\nschedule: {a: 1}\n"),
              ElementsAre("t.yaml:2:13: parameters: found a list, expected names and their declarations",
                          "t.yaml:3:9: groups: found x, expected names and their declarations",
                          "t.yaml:4:11: schedule: found a mapping, expected a list of items: write \"- kernel: "
                          "evolve\" and indent its keys below it"));
  EXPECT_THAT(
      errors_of("parameters: {a: {type: int}, a: {type: int}}\n"),
      ElementsAre("t.yaml:2:30: the key \"a\" is written twice; the first one is at t.yaml:2:14: remove one of them"));
}

TEST(ThornErrors, Functions) {
  EXPECT_THAT(
      errors_of("provides: {speed: fast, f(: \"void()\", g: \"void(()\"}\n"),
      ElementsAre("t.yaml:2:19: function \"speed\": found fast, expected a C++ signature in quotes: write speed: "
                  "\"double(double, long)\"",
                  "t.yaml:2:25: function \"f(\": a name is a letter followed by letters, digits and underscores",
                  "t.yaml:2:42: function \"g\": found the string \"void(()\", expected a C++ signature in quotes: "
                  "write g: \"double(double, long)\""));
}

TEST(ThornErrors, ParameterTypes) {
  EXPECT_THAT(
      errors_of("parameters:\n  a: {type: rael, range: \"0:1\"}\n  b: {default: 5}\n  c: 5\n  d e: {type: int}\n  f: "
                "{type: \"int[0]\"}\n  g: {type: int, steerable: maybe, defualt: 1}\n"),
      ElementsAre("t.yaml:3:13: parameter \"a\": type: found rael (did you mean \"real\"?), expected bool, int, real, "
                  "string or keyword, with [] or [3] after it for an array",
                  "t.yaml:4:6: parameter \"b\": the key \"type\" is missing: write type: real",
                  "t.yaml:5:6: parameter \"c\": found 5, expected a mapping of keys to values",
                  "t.yaml:6:3: parameter \"d e\": a name is a letter followed by letters, digits and underscores",
                  "t.yaml:7:13: parameter \"f\": type: found the string \"int[0]\", expected bool, int, real, string "
                  "or keyword, with [] or [3] after it for an array",
                  "t.yaml:8:29: parameter \"g\": steerable: found maybe, expected one of never, recover, always",
                  "t.yaml:8:36: parameter \"g\": unknown key \"defualt\" (did you mean \"default\"?); allowed keys: "
                  "type, default, unit, description, steerable, range, choices, words"));
}

TEST(ThornErrors, WordsOfParameters) {
  EXPECT_THAT(
      errors_of("parameters:\n  a: {type: real, words: {auto: 1}}\n  b: {type: int, words: [auto]}\n"
                "  c: {type: int, words: {auto: x, a-b: 1, one: 1}}\n  d: {type: int, words: {auto: -1}, default: "
                "atuo}\n"),
      ElementsAre("t.yaml:3:26: parameter \"a\": words: only int parameters have words; this one is of type real",
                  "t.yaml:4:25: parameter \"b\": words: found a list, expected words and their numbers: write words: "
                  "{auto: -1}",
                  "t.yaml:5:32: parameter \"c\": words: auto: found x, expected an integer",
                  "t.yaml:5:35: parameter \"c\": words: found \"a-b\"; a name is a letter followed by letters, digits "
                  "and underscores",
                  "t.yaml:5:48: parameter \"c\": words: one and a-b stand for the same number: remove one",
                  "t.yaml:6:46: parameter \"d\": default: found atuo, expected an integer (did you mean \"auto\"?); "
                  "allowed: int, auto"));
}

TEST(ThornErrors, DefaultsRangesAndChoices) {
  EXPECT_THAT(
      errors_of("parameters:\n  a: {type: int, default: -1, range: \"0:*\"}\n  b: {type: real, default: \"2\"}\n  c: "
                "{type: keyword, default: x, choices: {y: Y}}\n  d: {type: keyword}\n  e: {type: int, range: "
                "\"1:0\"}\n  f: {type: real, range: \"0:1:2\"}\n  g: {type: bool, range: 1}\n  h: {type: int, choices: "
                "{a: A}}\n  i: {type: \"int[2]\", default: [1]}\n  j: {type: keyword, choices: [a, b]}\n  k: {type: "
                "keyword, choices: {a-b: A, c: }}\n"),
      ElementsAre(
          "t.yaml:3:27: parameter \"a\": default: found -1, which is out of range; allowed: int, 0:*",
          "t.yaml:4:28: parameter \"b\": default: found the string \"2\", expected a real number: remove the quotes; "
          "allowed: real",
          "t.yaml:5:31: parameter \"c\": default: found \"x\", which is not among the choices (did you mean \"y\"?); "
          "allowed: keyword: y",
          "t.yaml:6:6: parameter \"d\": the key \"choices\" is missing: write choices: {standing: A standing wave, "
          "plane: A plane wave}",
          "t.yaml:7:25: parameter \"e\": range: the range \"1:0\" holds no value; write lower:upper, with * for no "
          "bound and ( or ) to exclude a bound, such as 1:*, (0:1] or -1",
          "t.yaml:8:26: parameter \"f\": range: only int parameters may have a step",
          "t.yaml:9:26: parameter \"g\": range: only int and real parameters have a range; this one is of type bool",
          "t.yaml:10:27: parameter \"h\": choices: only keyword parameters have choices; this one is of type int",
          "t.yaml:11:32: parameter \"i\": default: found 1 value, expected 2; allowed: int[2]",
          "t.yaml:12:31: parameter \"j\": choices: found a list, expected names and descriptions: write choices: "
          "{standing: A standing wave, plane: A plane wave}",
          "t.yaml:13:32: parameter \"k\": choices: found \"a-b\"; a name is a letter followed by letters, digits and "
          "underscores",
          "t.yaml:13:40: parameter \"k\": choices: c: found nothing, expected a description"));
}

TEST(ThornErrors, Groups) {
  EXPECT_THAT(
      errors_of("groups:\n  a: {type: real, variables: [x]}\n  b: {variables: [y], timelevels: 0}\n  c: {type: gf, "
                "datatype: double, variables: []}\n  d: {type: gf, shape: [3], variables: [z]}\n  e: {type: array, "
                "variables: [u]}\n  f: {type: array, shape: [0, -1, a b, 3], variables: [v]}\n  g: {type: scalar, "
                "timelevels: 100, variables: [w-1], tags: 5}\n  h: {type: gff}\n"),
      ElementsAre(
          "t.yaml:3:13: group \"a\": type: found real, expected one of gf, array, scalar, dat: write \"datatype: "
          "real\" for "
          "the type of the values",
          "t.yaml:4:6: group \"b\": the key \"type\" is missing: write type: gf",
          "t.yaml:4:35: group \"b\": timelevels: found 0, expected 1 to 99",
          "t.yaml:5:27: group \"c\": datatype: found double, expected one of real, int, complex",
          "t.yaml:5:3: group \"c\": variables: found none, expected at least one name",
          "t.yaml:6:24: group \"d\": shape: only arrays have a shape; this group is of type gf",
          "t.yaml:7:6: group \"e\": the key \"shape\" is missing: write shape: [10]",
          "t.yaml:8:27: group \"f\": shape: found 4 axes, expected 1 to 3",
          "t.yaml:8:27: group \"f\": shape: found \"0\", expected a number of points or the name of an int parameter",
          "t.yaml:8:27: group \"f\": shape: found \"-1\", expected a number of points or the name of an int parameter",
          "t.yaml:8:27: group \"f\": shape: found \"a b\", expected a number of points or the name of an int parameter",
          "t.yaml:9:62: group \"g\": tags: found 5, expected {name: text, ...}",
          "t.yaml:9:49: variable \"w-1\": a name is a letter followed by letters, digits and underscores",
          "t.yaml:9:33: group \"g\": timelevels: found 100, expected 1 to 99",
          "t.yaml:10:13: group \"h\": type: found gff (did you mean \"gf\"?), expected one of gf, array, scalar, dat",
          "t.yaml:10:6: group \"h\": the key \"variables\" is missing: write variables: [phi]"));
}

TEST(ThornErrors, TemporaryGroups) {
  EXPECT_THAT(
      errors_of("groups:\n  a: {type: gf, variables: [x], temporary: true, timelevels: 1, tags: {checkpoint: "
                "no}}\n  b: {type: scalar, datatype: int, timelevels: 2, variables: [y], temporary: false, tags: "
                "{checkpoint: yes}}\n"),
      ElementsAre());
  EXPECT_THAT(
      errors_of("groups:\n  a: {type: scalar, variables: [x], temporary: true}\n  b: {type: gf, datatype: complex, "
                "variables: [y], timelevels: 2, temporary: true, tags: {checkpoint: yes}}\n  c: {type: gf, variables: "
                "[z], temporary: yes}\n"),
      ElementsAre(
          "t.yaml:3:13: group \"a\": type: found scalar, but temporaries are grid functions: write \"type: gf\", "
          "or remove \"temporary: true\"",
          "t.yaml:4:27: group \"b\": datatype: found complex, but temporaries are real: write \"datatype: "
          "real\", or remove \"temporary: true\"",
          "t.yaml:4:64: group \"b\": timelevels: found 2, but a temporary exists inside a stencil only, so it "
          "has no past: write \"timelevels: 1\", or remove \"temporary: true\"",
          "t.yaml:4:90: group \"b\": tags: found \"checkpoint: yes\", but a temporary has no storage that a "
          "checkpoint could keep: remove this tag, or remove \"temporary: true\"",
          "t.yaml:5:44: group \"c\": temporary: found yes, expected true or false: write true"));
}

TEST(ThornErrors, NamesOfVariables) {
  EXPECT_THAT(errors_of("groups:\n  a: {type: gf, variables: [x, y]}\n  b: {type: gf, variables: [y, a]}\n"),
              ElementsAre("t.yaml:4:3: group \"b\": the variable \"y\" is declared twice, first in the group \"a\" at "
                          "t.yaml:3:3: rename one of them",
                          "t.yaml:4:3: group \"b\": the variable \"a\" has the name of the group at t.yaml:3:3: "
                          "rename one of them"));
}

} // namespace thorn_errors_test
} // namespace nopal
