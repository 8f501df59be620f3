// The stages of a time step in the schedule.

#include "core/declarations/integration.hpp"

#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace nopal::test {
namespace step_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

const std::string mol =
    "thorn: mol\n"
    "parameters: {method: {type: keyword, default: midpoint, choices: {midpoint: two stages}}}\n"
    "methods: {midpoint: {stages: [{time: 0, u: {u: 1, rhs: 1/2}}, {time: 1/2, u: {u: 1, rhs: 1/2}}]}}\n"
    "schedule:\n"
    "  - {group: step, at: evol}\n"
    "  - {group: calc_rhs, in: step}\n"
    "  - {group: post_step, in: step, also_at: initial}\n";

std::string gas(const std::string& more = "") {
  return "thorn: gas\n"
         "groups:\n"
         "  state: {type: gf, variables: [p], tags: {rhs: slopes}}\n"
         "  slopes: {type: gf, variables: [p_dot]}\n"
         "schedule:\n"
         "  - {kernel: fill, at: initial, writes: [p]}\n"
         "  - {kernel: slope, in: mol::calc_rhs, reads: [p], writes: [p_dot]}\n"
         "  - {kernel: edge, in: mol::post_step, writes: [p(boundary)]}\n" +
         more;
}

class StepWorld : public World {
public:
  explicit StepWorld(const std::string& gas_text) : World({mol, gas_text}) {
    ErrorList errors;
    thorns = with_integration(thorns, parameters, errors);
    errors.raise_if_any();
  }
};

TEST(Step, ItsStagesFollowEachOtherWithTheTimesOfTheirStates) {
  const StepWorld world(gas());
  const Schedule schedule = world.build();
  BinSteps steps(schedule);
  steps.start("evol", {.time = 10, .dt = 2, .iteration = 1});
  std::vector<std::pair<std::string, double>> found;
  for (auto* list = &steps.next(); !list->empty(); list = &steps.next())
    for (const Step& step : *list)
      if (step.kind == StepKind::call)
        found.emplace_back(step.routine->full_name(), step.clock.time);
      else if (step.kind == StepKind::sync)
        found.emplace_back("sync", step.clock.time);
  EXPECT_THAT(found,
              ElementsAre(Pair("gas::slope", 8), Pair("mol::midpoint_1", 8), Pair("gas::edge", 9), Pair("sync", 9),
                          Pair("gas::slope", 9), Pair("mol::midpoint_2", 9), Pair("gas::edge", 10), Pair("sync", 10)));
}

TEST(Step, AGroupAlsoRunsBeforeTheItemsOfAnotherBin) {
  const StepWorld world(gas());
  EXPECT_THAT(events(world, world.build(), "initial"),
              ElementsAre("call gas::edge", "sync gas::p for mol::post_step", "call gas::fill"));
}

TEST(Step, NothingElseRunsInIt) {
  EXPECT_THAT(
      StepWorld(gas("  - {function: look, in: mol::step}\n")).errors(),
      HasSubstr("gas.yaml:9:5: gas::look is scheduled in mol::step, which runs the stages of a method and nothing "
                "else: write \"in: mol::calc_rhs\""));
  EXPECT_THAT(StepWorld(gas("  - {group: calc_rhs, in: mol::step}\n")).errors(),
              HasSubstr("gas::calc_rhs is scheduled in mol::step, which runs"));
}

TEST(Step, ABinThatAGroupAlsoRunsAtMustExist) {
  std::string text = mol;
  text.replace(text.find("also_at: initial"), 16, "also_at: initail");
  World world({text, gas()});
  ErrorList errors;
  world.thorns = with_integration(world.thorns, world.parameters, errors);
  EXPECT_THAT(world.errors(), HasSubstr("mol::post_step is scheduled at \"initail\", which is no bin (did you mean "
                                        "\"initial\"?)"));
}

} // namespace step_test
} // namespace nopal::test
