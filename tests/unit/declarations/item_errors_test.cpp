#include "errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace item_errors_test {

using test::errors_of;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The errors of one schedule item, given in braces. It begins at line 2, column 12.
std::vector<std::string> errors_of_item(const std::string& item) { return errors_of("schedule: [" + item + "]\n"); }

// The message about the item "a" for this column.
std::string at(int column, const std::string& problem) {
  return "t.yaml:2:" + std::to_string(column) + ": schedule item \"a\": " + problem;
}

TEST(ItemErrors, ExactlyOneTarget) {
  EXPECT_THAT(
      errors_of_item("{at: evol}"),
      ElementsAre(
          "t.yaml:2:12: schedule item: the item has no \"kernel\", \"function\", \"group\" or \"stencil\": write "
          "what to schedule, such as \"kernel: evolve\""));
  EXPECT_THAT(errors_of_item("{kernel: a, function: b, at: evol, writes: [x]}"),
              ElementsAre(at(24, "found both \"kernel\" and \"function\"; expected one of them")));
  EXPECT_THAT(
      errors_of_item("{function: a-b, at: evol}"),
      ElementsAre("t.yaml:2:23: function \"a-b\": a name is a letter followed by letters, digits and underscores"));
  EXPECT_THAT(errors_of("schedule: [evolve]\n"),
              ElementsAre("t.yaml:2:12: schedule: found evolve, expected an item such as {kernel: evolve, at: evol}"));
}

TEST(ItemErrors, ExactlyOnePlace) {
  EXPECT_THAT(errors_of_item("{function: a}"),
              ElementsAre(at(12, "the item has neither \"at\" nor \"in\": write a bin, such as \"at: evol\", or a "
                                 "schedule group, such as \"in: boundaries\"")));
  EXPECT_THAT(errors_of_item("{function: a, at: evol, in: b}"),
              ElementsAre(at(36, "found both \"at\" and \"in\"; expected a bin (at) or a schedule group (in)")));
  EXPECT_THAT(errors_of_item("{function: a, at: [evol, initial]}"),
              ElementsAre(at(30, "at: found a list, expected a name")));
}

TEST(ItemErrors, KernelsThatFunctionsLaunchHaveNoPlaceOfTheirOwn) {
  EXPECT_THAT(errors_of_item("{kernel: a, launched_by: [b], writes: [x]}"), IsEmpty());
  EXPECT_THAT(errors_of_item("{function: a, launched_by: [b]}"),
              ElementsAre(at(26, "a function cannot have the key \"launched_by\": only kernels can have it")));
  EXPECT_THAT(errors_of_item("{kernel: a, launched_by: [], writes: [x]}"),
              ElementsAre(at(37, "launched_by: found no name; expected functions of this thorn, such as [solve]")));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, launched_by: [b], writes: [x], sync: [x]}"),
              ElementsAre(at(24, "a kernel with \"launched_by\" cannot have the key \"at\": it runs when and where its "
                                 "functions launch it"),
                          at(65, "a kernel with \"launched_by\" cannot have the key \"sync\": it runs when and where "
                                 "its functions launch it")));
}

TEST(ItemErrors, BlocksOfThreads) {
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, threads: [8, tile], over: interior, shared: 64, writes: [x]}"),
              IsEmpty());
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, threads: 8, over: [n, wave::m], writes: [x]}"), IsEmpty());
  const std::pair<const char*, const char*> wrong[] = {
      {"{function: a, at: evol, threads: [8]}", "a function cannot have the key \"threads\": only kernels can have it"},
      {"{kernel: a, at: evol, over: interior, writes: [x]}", "found \"over\" without \"threads\""},
      {"{kernel: a, at: evol, shared: 8, writes: [x]}", "found \"shared\" without \"threads\""},
      {"{kernel: a, at: evol, threads: [8, 0], writes: [x]}", "expected a number of at least 1 or the name"},
      {"{kernel: a, at: evol, threads: [1.5], writes: [x]}", "expected a number of at least 1 or the name"},
      {"{kernel: a, at: evol, threads: [], writes: [x]}", "found 0 numbers, expected one to three, along i, j, k"},
      {"{kernel: a, at: evol, threads: [1, 2, 3, 4], writes: [x]}", "found 4 numbers, expected one to three"},
      {"{kernel: a, at: evol, threads: [8], over: [-3], writes: [x]}", "expected a number of at least 1 or the name"},
      {"{kernel: a, at: evol, threads: [8], shared: [1, 2], writes: [x]}", "expected one number: the elements of"},
  };
  for (const auto& [item, message] : wrong) EXPECT_THAT(errors_of_item(item), ElementsAre(HasSubstr(message))) << item;
}

TEST(ItemErrors, UnknownKeysAndValues) {
  EXPECT_THAT(
      errors_of_item("{function: a, at: evol, devcie: true}"),
      ElementsAre(at(
          36, "unknown key \"devcie\" (did you mean \"device\"?); allowed keys: kernel, function, group, "
              "stencil, as, at, in, also_at, last, launched_by, before, after, if, while, every, device, uses, stages, "
              "threads, over, shared, "
              "each, with, bind, reads, reduces, interpolates, writes, increments, minima, maxima, state, polls, sync, "
              "storage, "
              "trigger, options, tags, description")));
  EXPECT_THAT(errors_of_item("{function: a, at: evol, device: yes, options: [loacl], every: -1, sync: [a b]}"),
              ElementsAre(at(74, "every: found -1, expected the name of a parameter, a list of names, or a number of "
                                 "iterations (0: never)"),
                          at(44, "device: found yes, expected true or false: write true"),
                          at(84, "sync: found \"a b\", expected a name such as phi or wavetoy::phi"),
                          at(58, "options: found \"loacl\", expected local or global")));
}

TEST(ItemErrors, KernelsWriteAndGroupsDoNot) {
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, reads: [x]}"),
              ElementsAre(at(12, "a kernel writes at least one grid function: write \"writes: [phi(interior)]\"")));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, writes: []}"),
              ElementsAre(at(12, "a kernel writes at least one grid function: write \"writes: [phi(interior)]\"")));
  EXPECT_THAT(
      errors_of_item("{group: a, at: evol, reads: [x], device: true}"),
      ElementsAre(at(45, "a schedule group cannot have the key \"device\": give it to the routines in the group"),
                  at(33, "a schedule group cannot have the key \"reads\": give it to the routines in the group")));
}

TEST(ItemErrors, NamesAreUniqueInAThorn) {
  const std::string twice = "{function: a, at: evol}, {function: a, at: initial}";
  EXPECT_THAT(
      errors_of_item(twice),
      ElementsAre(at(37, "this name is taken by the item at t.yaml:2:12: give one of them another name with \"as:\"")));
  EXPECT_THAT(errors_of_item("{function: a, at: evol}, {function: a, as: b, at: initial}"), IsEmpty());
}

TEST(ItemErrors, Reductions) {
  EXPECT_THAT(errors_of_item("{function: a, at: output, reduces: [\"x@1(owned)\", y]}"),
              ElementsAre(at(48, "reduces: found \"x@1(owned)\", but a reduction takes the owned points: remove the "
                                 "region")));
  EXPECT_THAT(errors_of_item("{function: a, at: output, reads: {from: v}, reduces: {from: w}}"),
              ElementsAre(HasSubstr("reduces: found a second {from: ...}; expected at most one under \"reads\", "
                                    "\"reduces\" and \"interpolates\" together")));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, reduces: [x], writes: [y]}"),
              ElementsAre(HasSubstr("a kernel cannot have the key \"reduces\": only functions can have it")));
  const std::string forms =
      "found other keys; expected {lines: point}, {planes: planes_along, through: point}, {normal: normal, through: "
      "point}, {lower: lower, upper: upper, stride: stride}, {at: points_at, interpolation: interpolation} or {faces: "
      "[lower_x, upper_x, …], with: word}, where each value but the word is the name of a parameter";
  EXPECT_THAT(errors_of_item("{function: a, at: output, reads: {from: v, points: {lines: p, lower: q}}}"),
              ElementsAre(HasSubstr("reads: points: " + forms)));
  EXPECT_THAT(errors_of_item("{function: a, at: output, device: true, reads: {from: v, points: {lines: p}}}"),
              ElementsAre(HasSubstr("but this function runs on the device: remove \"points\"")));
  EXPECT_THAT(errors_of_item("{function: a, at: output, reads: {from: v, which: w}}"),
              ElementsAre(HasSubstr("reads: unknown key \"which\"")));
  EXPECT_THAT(errors_of_item("{group: a, at: evol, reduces: [x]}"),
              ElementsAre(HasSubstr("a schedule group cannot have the key \"reduces\"")));
}

TEST(ItemErrors, OnlyReadsOfPointwiseKernelsHaveExtents) {
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, reads: [\"x@1<-1:1, 0:2>(interior)\", y<0:1>], writes: [z]}"),
              IsEmpty());
  const std::pair<const char*, const char*> wrong[] = {
      {"{kernel: a, at: evol, writes: [y<0:1>]}",
       "t.yaml:2:43: schedule item \"a\": writes: found \"y<0:1>\", but a routine writes at its own point only, so a "
       "write has no extent: remove \"<0:1>\""},
      {"{function: a, at: evol, reads: [y<0:1>]}",
       "reads: found \"y<0:1>\", but only reads of kernels have an extent, and this is a function: remove \"<0:1>\""},
      {"{function: a, at: evol, reduces: [y<0:1>]}",
       "reduces: found \"y<0:1>\", but a reduction takes the owned points, so it has no extent: remove \"<0:1>\""},
      {"{kernel: a, at: evol, threads: [8], reads: [y<0:1>], writes: [z]}",
       "reads: found \"y<0:1>\", but the threads of a block kernel read where they like, so its clauses have no "
       "extent: "
       "remove \"<0:1>\""},
      {"{kernel: a, at: evol, reads: [y<0: 1>], writes: [z]}",
       "reads: found a mapping, because a colon with a blank after it ends a key in YAML: remove the blank, or put the "
       "clause in quotes"},
  };
  for (const auto& [item, message] : wrong) EXPECT_THAT(errors_of_item(item), ElementsAre(HasSubstr(message))) << item;
  // Without quotes the comma ends the clause.
  EXPECT_THAT(
      errors_of_item("{kernel: a, at: evol, reads: [y<0:1, 0:2>], writes: [z]}"),
      ElementsAre(HasSubstr("clause \"y<0:1\": the extent does not end with \">\": close the bracket, and put a "
                            "clause with a comma in quotes"),
                  HasSubstr("clause \"0:2>\": \"0:2>\" is not the name of a variable or group")));
}

TEST(ItemErrors, ClausesThatFollowParameters) {
  EXPECT_THAT(
      errors_of_item("{function: a, at: output, reads: [{from: v}, {from: w}], writes: [{from: v}, {from: w}]}"),
      ElementsAre(at(57, "reads: found a second {from: ...}; expected at most one under \"reads\", \"reduces\" and "
                         "\"interpolates\" together"),
                  at(89, "writes: found a second {from: ...}; expected at most one under \"writes\"")));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, reads: [{from: v}], writes: [x]}"),
              ElementsAre(HasSubstr("reads: found a mapping; a kernel cannot take its clauses from a parameter: write "
                                    "the names of its fields, and say under \"bind\" which variables they stand for")));
  EXPECT_THAT(errors_of_item("{function: a, at: evol, writes: {from: v, timelevel: -1, region: inside}}"),
              ElementsAre(HasSubstr("timelevel: found -1, expected 0, 1, 2, ..."),
                          HasSubstr("region: \"inside\" is not a region")));
  EXPECT_THAT(errors_of_item("{function: a, at: output, reads: {form: v, every: 1.5}}"),
              ElementsAre(at(45, "reads: the key \"from\" is missing: write {from: variables, every: every}"),
                          at(62, "reads: every: found 1.5, expected the name of a parameter, a list of names, or a "
                                 "number of iterations (0: never)"),
                          at(46, "reads: unknown key \"form\" (did you mean \"from\"?); allowed keys: from, in_texts, "
                                 "timelevel, every, region, points")));
}

TEST(ItemErrors, Interpolations) {
  EXPECT_THAT(errors_of_item("{function: a, at: output, interpolates: [x@1, y]}"), IsEmpty());
  EXPECT_THAT(errors_of_item("{function: a, at: output, reads: [z], interpolates: {from: v, timelevel: 1, every: n}}"),
              IsEmpty());
  EXPECT_THAT(errors_of_item("{function: a, at: output, interpolates: [\"x(owned)\", \"y(interior)\"]}"), IsEmpty());
  for (const std::string region : {"everywhere", "boundary"})
    EXPECT_THAT(errors_of_item("{function: a, at: output, interpolates: [\"x(" + region + ")\"]}"),
                ElementsAre(HasSubstr("interpolates: found \"x(" + region +
                                      ")\", but an interpolation takes owned points: remove the region, or write "
                                      "\"(interior)\" if it takes no others")));
  EXPECT_THAT(
      errors_of_item("{function: a, at: output, interpolates: [x<0:1>]}"),
      ElementsAre(HasSubstr("interpolates: found \"x<0:1>\", but an interpolation takes owned points, so it has "
                            "no extent: remove \"<0:1>\"")));
  EXPECT_THAT(errors_of_item("{function: a, at: output, device: true, interpolates: [x]}"),
              ElementsAre(HasSubstr("interpolates: brings values to the host, but this function runs on the device: "
                                    "remove \"device\", or interpolate in a function of its own")));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, interpolates: [x], writes: [y]}"),
              ElementsAre(HasSubstr("a kernel cannot have the key \"interpolates\": only functions can have it")));
  EXPECT_THAT(errors_of_item("{function: a, at: output, interpolates: {from: v, region: owned}}"),
              ElementsAre(HasSubstr("interpolates: unknown key \"region\"")));
}

TEST(ItemErrors, EveryTakesAListOfNames) {
  EXPECT_THAT(errors_of_item("{function: a, at: output, every: [n, 3]}"),
              ElementsAre(at(49, "every: found 3, expected the name of a parameter")));
  EXPECT_THAT(errors_of_item("{function: a, at: output, every: []}"),
              ElementsAre(at(45, "every: found an empty list, expected the names of parameters")));
}

TEST(ItemErrors, OnlyFunctionsOnTheHostTouchTheState) {
  EXPECT_THAT(errors_of_item("{function: a, at: evol, state: both}"),
              ElementsAre(at(43, "state: found both, expected one of reads, writes")));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, writes: [u], state: reads}"),
              ElementsAre(HasSubstr("a kernel cannot have the key \"state\": only functions can have it")));
  EXPECT_THAT(errors_of_item("{function: a, at: evol, device: true, state: reads}"),
              ElementsAre(HasSubstr("only functions that run on the host may read or write the state of a run")));
}

TEST(ItemErrors, FunctionsThatPollNameNoVariables) {
  EXPECT_THAT(errors_of_item("{function: a, at: poststep, polls: true, every: n, before: [b], options: global}"),
              IsEmpty());
  EXPECT_THAT(errors_of_item("{function: a, at: poststep, polls: false, reads: [x]}"), IsEmpty());
  const std::pair<std::string, const char*> keys[] = {{"reads", "[x]"},   {"reduces", "[x]"}, {"interpolates", "[x]"},
                                                      {"writes", "[x]"},  {"state", "reads"}, {"sync", "[x]"},
                                                      {"storage", "[x]"}, {"trigger", "[x]"}, {"device", "true"}};
  for (const auto& [key, value] : keys)
    EXPECT_THAT(errors_of_item("{function: a, at: poststep, polls: true, " + key + ": " + value + "}"),
                ElementsAre(at(55 + static_cast<int>(key.size()),
                               key +
                                   ": a function with \"polls: true\" may be called less often than once an "
                                   "iteration, so it names no variables: remove \"polls\" or \"" +
                                   key + "\"")));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, writes: [x], polls: true}"),
              Contains(HasSubstr("a kernel cannot have the key \"polls\": only functions can have it")));
  EXPECT_THAT(errors_of_item("{function: a, at: poststep, polls: often}"),
              ElementsAre(HasSubstr("polls: found often, expected true or false")));
}

TEST(ItemErrors, BoundNames) {
  const auto errors = [](const std::string& bind) {
    return errors_of_item("{kernel: a, at: evol, writes: [y], bind: " + bind + "}");
  };
  EXPECT_THAT(errors("{y: evolved, x: \"wave::phi\"}"), IsEmpty());
  EXPECT_THAT(errors("evolved"),
              ElementsAre(HasSubstr("bind: found evolved, expected {name in the kernel or function: variable, ...}")));
  EXPECT_THAT(errors("{y: [evolved]}"),
              ElementsAre(HasSubstr(
                  "bind: y: found a list, expected the name of a string parameter, or a variable as thorn::name")));
  EXPECT_THAT(errors("{\"a::y\": evolved}"), ElementsAre(HasSubstr("bound field \"a::y\": a name is a letter")));
  EXPECT_THAT(errors_of_item("{function: a, at: evol, bind: {y: evolved}}"), IsEmpty());
  EXPECT_THAT(errors_of_item("{group: a, at: evol, bind: {y: evolved}}"),
              ElementsAre(HasSubstr("cannot have the key \"bind\": give it to the routines in the group")));
}

TEST(ItemErrors, Conditions) {
  const std::string grammar =
      "; a condition is \"name\", \"not name\", or \"left op right\" with one of == != < <= > >=; left and right are "
      "names of parameters or scalar variables, or values. \"and\", \"or\" and parentheses join conditions";
  const auto errors = [](const std::string& text) { return errors_of_item("{function: a, at: e, if: " + text + "}"); };
  const auto refused = [&](const std::string& text, const std::string& why = "") {
    return ElementsAre(at(37, "if: found \"" + text + "\"" + why + grammar));
  };
  EXPECT_THAT(errors("x = 3"), refused("x = 3", ", but \"=\" is not a comparison"));
  for (const std::string text : {"true", "3", "3 == 4"})
    EXPECT_THAT(errors(text), refused(text, ", but \"" + text.substr(0, text.find(' ')) +
                                                "\" is not the name of a parameter or a scalar variable"));
  for (const std::string text : {"x and", "or x", "x y", "x == and", "x == == y", "not", "x )", "x > 3 > y"})
    EXPECT_THAT(errors(text), refused(text));
  EXPECT_THAT(errors("(x or y"), refused("(x or y", ", with a \"(\" that is not closed"));
  const std::string deep = std::string(100'000, '(') + "x";
  EXPECT_THAT(errors(deep), refused(deep, ", which is nested too deeply"));
  EXPECT_THAT(errors("[x]"), ElementsAre(at(37, "if: found a list, expected a condition" + grammar)));
  for (const std::string text : {"\"title == 'a b'\"", "wavetoy::energy >= -1e-3", "x==3", "3 < x", "x and y or not z",
                                 "\"not (x or y) and z\"", "\"title == 'and'\""})
    EXPECT_THAT(errors(text), IsEmpty()) << text;
}

} // namespace item_errors_test
} // namespace nopal
