#include "errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace stage_errors_test {

using test::errors_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The errors of items, the first of which begins at line 3, column 12.
std::vector<std::string> errors_of_items(const std::string& items) {
  return errors_of("splitters: {}\nschedule: [" + items + "]\n");
}

// The errors of stages. The first one begins at line 3, column 48.
std::vector<std::string> errors_of_stages(const std::string& stages) {
  return errors_of_items("{stencil: chain, at: evol, stages: [" + stages + "]}");
}

// A message about the stage "a".
std::string at(int column, const std::string& problem) {
  return "t.yaml:3:" + std::to_string(column) + ": schedule item \"chain\": stage \"a\": " + problem;
}

TEST(StageErrors, AStencilHasStages) {
  const std::string example = "a list of stages: write \"- kernel: laplacian\" and indent its keys below it";
  EXPECT_THAT(errors_of_items("{stencil: chain, at: evol}"),
              ElementsAre("t.yaml:3:12: schedule item \"chain\": the key \"stages\" is missing: write \"stages:\", and "
                          "below it \"- kernel: laplacian\" with its keys"));
  EXPECT_THAT(errors_of_stages(""),
              ElementsAre("t.yaml:3:47: schedule item \"chain\": stages: found no stage, expected " + example));
  EXPECT_THAT(errors_of_items("{stencil: chain, at: evol, stages: {kernel: a}}"),
              ElementsAre("t.yaml:3:47: schedule item \"chain\": stages: found a mapping, expected " + example));
  EXPECT_THAT(errors_of_stages("laplacian"),
              ElementsAre("t.yaml:3:48: schedule item \"chain\": stages: found laplacian, expected a stage such as "
                          "{kernel: laplacian, reads: [\"phi<-1:1>\"], writes: [lap]}"));
  EXPECT_THAT(errors_of_items("{stencil: chain, stages: [{kernel: a, writes: [x]}]}"),
              ElementsAre(HasSubstr("the item has neither \"at\" nor \"in\"")));
  EXPECT_THAT(errors_of_items("{stencil: 2d, at: evol, stages: [{kernel: a, writes: [x]}]}"),
              ElementsAre(HasSubstr("stencil \"2d\": a name is a letter followed by")));
}

TEST(StageErrors, KeysOfTheStencil) {
  const auto errors = [](const std::string& keys) {
    return errors_of_items("{stencil: chain, at: evol, " + keys + ", stages: [{kernel: a, writes: [x]}]}");
  };
  const std::string in_a_stage = ": write it in a stage, under \"stages\"";
  for (const std::string key : {"kernel: a", "reads: [x]", "writes: [x]", "uses: [n]", "bind: {x: y}", "order: forward",
                                "kernels: {\"bottom+1\": a}"})
    EXPECT_THAT(errors(key), ElementsAre("t.yaml:3:39: schedule item \"chain\": a stencil cannot have the key \"" +
                                         key.substr(0, key.find(':')) + "\"" + in_a_stage));
  EXPECT_THAT(errors("function: f"), ElementsAre(HasSubstr("found both \"stencil\" and \"function\"; expected one")));
  EXPECT_THAT(errors("as: other"),
              ElementsAre(HasSubstr("a stencil cannot have the key \"as\": its name stands after \"stencil:\"")));
  EXPECT_THAT(errors("launched_by: [f]"),
              ElementsAre(HasSubstr("a stencil cannot have the key \"launched_by\": only kernels can have it")));
  EXPECT_THAT(errors("threads: [8]"), ElementsAre(HasSubstr("only kernels can have it")));
  EXPECT_THAT(errors("state: reads"), ElementsAre(HasSubstr("only functions can have it")));
  EXPECT_THAT(errors("stagse: []"), ElementsAre(HasSubstr("unknown key \"stagse\" (did you mean \"stages\"?)")));
}

TEST(StageErrors, KeysOfStagesBelongToStages) {
  EXPECT_THAT(errors_of_items("{kernel: k, at: evol, writes: [x], order: forward}"),
              ElementsAre("t.yaml:3:47: schedule item \"k\": a kernel cannot have the key \"order\": only stages of "
                          "stencils can have it"));
  EXPECT_THAT(errors_of_items("{function: f, at: evol, stages: []}"),
              ElementsAre(HasSubstr("a function cannot have the key \"stages\": only stencils can have it")));
}

TEST(StageErrors, KeysOfTheStage) {
  EXPECT_THAT(errors_of_stages("{kernel: a, write: [x]}"),
              ElementsAre(at(48, "a stage writes at least one grid function or temporary: write \"writes: [lap]\""),
                          at(60, "unknown key \"write\" (did you mean \"writes\"?); allowed keys: kernel, kernels, as, "
                                 "order, uses, bind, reads, writes, description")));
  const std::pair<const char*, const char*> wrong[] = {
      {"launched_by: [f]", "\"launched_by\": its stencil runs it"},
      {"threads: [8]", "\"threads\": a block kernel cannot be a stage"},
      {"reduces: [y]", "\"reduces\": only functions can have it"},
      {"state: reads", "\"state\": only functions can have it"},
      {"options: global", "\"options\": only other items can have it"},
      {"at: evol", "\"at\": write it on the stencil"},
      {"device: true", "\"device\": write it on the stencil"},
      {"sync: [x]", "\"sync\": write it on the stencil"},
      {"tags: {a: b}", "\"tags\": write it on the stencil"},
      {"stages: []", "\"stages\": write it on the stencil"},
      {"function: f", "\"function\": a stage runs kernels only: write \"kernel: laplacian\""},
  };
  for (const auto& [key, message] : wrong)
    EXPECT_THAT(errors_of_stages("{kernel: a, writes: [x], " + std::string(key) + "}"),
                ElementsAre(at(73, "a stage cannot have the key " + std::string(message))));
}

TEST(StageErrors, KernelOrKernels) {
  EXPECT_THAT(errors_of_stages("{as: a, writes: [x]}"),
              ElementsAre(at(48, "the stage has no kernel: write what it runs, such as \"kernel: laplacian\"")));
  EXPECT_THAT(errors_of_stages("{kernel: b, writes: [x]}, {writes: [x]}"),
              ElementsAre("t.yaml:3:74: schedule item \"chain\": stage 2: the stage has no kernel: write what it runs, "
                          "such as \"kernel: laplacian\""));
  EXPECT_THAT(
      errors_of_stages("{kernel: a, kernels: {\"bottom+1\": b}, writes: [x]}"),
      ElementsAre(at(60, "found both \"kernel\" and \"kernels\"; expected one kernel for the whole axis (kernel) "
                         "or one for each interval (kernels)")));
  EXPECT_THAT(errors_of_stages("{kernel: [a], writes: [x]}"), ElementsAre(HasSubstr("found a list, expected a name")));
  EXPECT_THAT(errors_of_stages("{as: a-b, kernel: a, writes: [x]}"),
              ElementsAre(HasSubstr("name \"a-b\": a name is a letter followed by")));
  const std::string expected =
      ", expected intervals and their kernels: write kernels: {\"bottom+1\": first, \"bottom+2 "
      ": top-1\": body}, or \"kernel: body\" for one kernel on the whole axis";
  EXPECT_THAT(errors_of_stages("{as: a, kernels: [b], writes: [x]}"),
              ElementsAre(at(65, "kernels: found a list" + expected)));
  EXPECT_THAT(errors_of_stages("{as: a, kernels: b, writes: [x]}"), ElementsAre(at(65, "kernels: found b" + expected)));
  EXPECT_THAT(errors_of_stages("{as: a, kernels: {\"bottom+1\": [b]}, writes: [x]}"),
              ElementsAre(at(78, "kernels: \"bottom+1\": found a list, expected the name of a kernel")));
  EXPECT_THAT(errors_of_stages("{as: a, kernels: {\"bottom+1\": b-c}, writes: [x]}"),
              ElementsAre(HasSubstr("kernel \"b-c\": a name is a letter followed by")));
  EXPECT_THAT(
      errors_of_stages("{kernel: a, order: forwards, writes: [x]}"),
      ElementsAre(at(67, "order: found forwards (did you mean \"forward\"?), expected one of parallel, forward, "
                         "backward")));
}

TEST(StageErrors, Intervals) {
  const auto errors = [](const std::string& intervals) {
    return errors_of_stages("{as: a, kernels: {" + intervals + "}, writes: [x]}");
  };
  EXPECT_THAT(errors("\"bottom+1\": b, \"bottom+2 : top-2\": c, \"top-1\": b"), IsEmpty());
  const std::pair<const char*, const char*> wrong[] = {
      {"bottom: b", "\"bottom\" is no vertical level: write a splitter and an offset"},
      {"\"botom+1\": b", "\"botom+1\" names the splitter \"botom\", which does not exist (did you mean \"bottom\"?)"},
      {"\"bottom+0 : top-1\": b", "\"bottom+0\" is no point, because a splitter lies between two points"},
      {"\"bottom+4 : top-1\": b", "\"bottom+4\" is too far from its splitter, because the largest offset is 3"},
      {"\"top-1 : bottom+1\": b", "ends below its beginning: write \"bottom+1 : top-1\""},
      {"\"bottom+3 : top-1\": b", "begins at the outermost offset 3"},
      {"\"bottom-1 : top-1\": b", "begins below the axis"},
      {"\"bottom+1 : bottom+2\": b, \"bottom+2 : top-1\": c",
       "\"bottom+1 : bottom+2\" and \"bottom+2 : top-1\" overlap"},
      {"\"bottom+1\": b, \"bottom+3 : top-2\": c", "begins at the outermost offset"},
      {"\"bottom+1\": b, \"top-1\": c", "there is a gap between \"bottom+1\" and \"top-1\""},
  };
  for (const auto& [intervals, message] : wrong)
    EXPECT_THAT(errors(intervals), ::testing::Contains(HasSubstr(message))) << intervals;
  EXPECT_THAT(errors("\"bottom+9\": b"),
              ElementsAre(HasSubstr("t.yaml:3:66: schedule item \"chain\": stage \"a\": kernels: ")));
  EXPECT_THAT(errors("\"bottom+1\": b, \"top-1\": c"),
              ElementsAre(HasSubstr("t.yaml:3:56: schedule item \"chain\": stage \"a\": kernels: there is a gap")));
}

TEST(StageErrors, Writes) {
  EXPECT_THAT(errors_of_stages("{kernel: a, reads: [x]}"),
              ElementsAre(at(48, "a stage writes at least one grid function or temporary: write \"writes: [lap]\"")));
  EXPECT_THAT(errors_of_stages("{kernel: a, writes: [x(everywhere), y(boundary), z(interior)]}"),
              ElementsAre(at(69, "writes: found \"x(everywhere)\", but a stage writes the interior or the boundary: "
                                 "write \"x(interior)\", and \"x(boundary)\" in another stage")));
  EXPECT_THAT(errors_of_stages("{kernel: a, writes: [x<0:1>]}"),
              ElementsAre(at(69, "writes: found \"x<0:1>\", but a routine writes at its own point only, so a write has "
                                 "no extent: remove \"<0:1>\"")));
  EXPECT_THAT(errors_of_stages("{kernel: a, reads: [{from: p}], writes: [x]}"),
              ElementsAre(HasSubstr("a kernel cannot take its clauses from a parameter")));
}

TEST(StageErrors, NamesAreUnique) {
  const std::string twice = ": give one of them another name with \"as:\"";
  EXPECT_THAT(errors_of_stages("{kernel: a, writes: [x]}, {kernel: a, writes: [y]}"),
              ElementsAre(at(74, "this name is taken by the stage at t.yaml:3:48" + twice)));
  EXPECT_THAT(errors_of_stages("{kernel: a, writes: [x]}, {as: b, kernel: a, writes: [y]}"), IsEmpty());
  EXPECT_THAT(errors_of_stages("{kernels: {\"bottom+1\": b, \"top-1\": b, \"bottom+2 : top-2\": c}, writes: [x]}, "
                               "{kernels: {\"bottom+1\": c}, writes: [y]}"),
              ElementsAre("t.yaml:3:135: schedule item \"c\": this name is taken by the item at t.yaml:3:86" + twice));
  EXPECT_THAT(errors_of_items("{kernel: k, at: evol, writes: [x]}, {stencil: chain, at: evol, stages: [{kernel: k, "
                              "writes: [y]}]}"),
              ElementsAre("t.yaml:3:84: schedule item \"k\": this name is taken by the item at t.yaml:3:12" + twice));
  EXPECT_THAT(errors_of_stages("{kernel: chain, writes: [x]}"),
              ElementsAre("t.yaml:3:48: schedule item \"chain\": this name is taken by the item at t.yaml:3:12: rename "
                          "the stencil, or give the other one another name with \"as:\""));
  const std::string chain = "{stencil: chain, at: evol, stages: [{kernel: ";
  EXPECT_THAT(errors_of_items(chain + "a, writes: [x]}]}, " + chain + "b, writes: [x]}]}"),
              ElementsAre("t.yaml:3:76: schedule item \"chain\": this name is taken by the item at t.yaml:3:12: rename "
                          "one of the stencils"));
}

TEST(StageErrors, OtherKernelsCannotNameAStencil) {
  EXPECT_THAT(
      errors_of_items("{stencil: chain, at: evol, stages: [{kernel: a, writes: [x]}]}, {kernel: k, launched_by: "
                      "[chain], writes: [x]}"),
      ElementsAre("t.yaml:3:76: schedule item \"k\": launched_by: \"chain\" is a stencil, and a stencil runs only "
                  "the kernels of its stages: add the stage \"- kernel: k\" to it, or name a function"));
}

TEST(StageErrors, Splitters) {
  const auto errors = [](const std::string& splitters, const std::string& before = "") {
    return errors_of(before +
                     "parameters: {n: {type: int, default: 1}, x: {type: real, default: 1.0}, m: {type: int, "
                     "default: 1, steerable: always}, list: {type: \"int[]\", default: []}}\nsplitters: " +
                     splitters + "\n");
  };
  EXPECT_THAT(errors("{a: n, b: n, c: \"t::n\"}"), IsEmpty());
  EXPECT_THAT(errors("{a: other, b: \"other::n\"}", "inherits: [other]\n"), IsEmpty());
  EXPECT_THAT(errors("[a]"), ElementsAre(HasSubstr("splitters: found a list, expected names and their declarations")));
  EXPECT_THAT(errors("{a: n, a: n}"), ElementsAre(HasSubstr("the key \"a\" is written twice")));
  const std::pair<const char*, const char*> wrong[] = {
      {"{top: n}",
       "t.yaml:3:13: splitter \"top\": every axis has the splitter \"top\": give this splitter another name"},
      {"{2d: n}", "t.yaml:3:13: splitter \"2d\": \"2d\" is no name for a splitter: a name is a letter followed by"},
      {"{a: 5}", "t.yaml:3:16: splitter \"a\": found 5, expected the name of an int parameter: how many points of the "
                 "axis lie below the splitter"},
      {"{a: [n]}", "splitter \"a\": found a list, expected the name of an int parameter"},
      {"{a: x}", "splitter \"a\": the parameter \"x\" is of type real, expected an int"},
      {"{a: list}", "splitter \"a\": the parameter \"list\" is of type int[], expected an int"},
      {"{a: m}", "splitter \"a\": the parameter \"m\" may change during a run, but a splitter stays where it is: write "
                 "\"steerable: recover\" or \"steerable: never\""},
      {"{a: lst}", "splitter \"a\": \"lst\" is no parameter of t (did you mean \"list\"?)"},
  };
  for (const auto& [splitters, message] : wrong) EXPECT_THAT(errors(splitters), ElementsAre(HasSubstr(message)));
}

} // namespace stage_errors_test
} // namespace nopal
