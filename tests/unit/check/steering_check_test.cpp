// Parameters whose steering has no effect.

#include "core/check/steering_check.hpp"
#include "tests/unit/schedule/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace steering_check_test {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string head = R"(thorn: a
description: d
parameters:
  width: {type: real, default: 1.0, steerable: always, description: d}
  speed: {type: real, default: 1.0, steerable: always, description: d}
  shown: {type: int, default: 1, steerable: always, description: d}
  often: {type: int, default: 1, range: "0:*", steerable: always, description: d}
  fixed: {type: real, default: 1.0, description: d}
groups:
  fields: {type: gf, variables: [u], timelevels: 2, description: d}
schedule:
  - {kernel: first, at: initial, uses: [width, speed, shown, often, fixed], writes: [u]}
  - {kernel: step, at: evol, uses: [speed], writes: [u], if: shown > 0}
  - {kernel: again, at: analysis, writes: [u], every: often}
)";

std::vector<std::string> check(const World& world) {
  const Schedule schedule = world.build();
  std::vector<std::string> lines;
  for (const Finding& finding : check_steering(schedule, world.thorns)) {
    EXPECT_EQ(finding.severity, Severity::warning);
    lines.push_back(text(finding));
  }
  return lines;
}

TEST(SteeringCheck, FindsWhatOnlyTheStartUses) {
  EXPECT_THAT(
      check(World({head})),
      ElementsAre("a.yaml:4:3: a::width may be steered at any time, but only routines at the start of a run use "
                  "it, such as a::first, so that a change has no effect; fix: write steerable: never"));
}

TEST(SteeringCheck, FunctionsMayAskForWhatTheirThornSees) {
  EXPECT_THAT(check(World({head + "  - {function: look, at: analysis, reads: [u]}\n"})), IsEmpty());
  const std::string other = "thorn: b\ndescription: d\n{}schedule:\n  - {function: look, at: analysis}\n";
  const auto with = [&](const std::string& more) { return std::string(other).replace(other.find("{}"), 2, more); };
  EXPECT_THAT(check(World({head, with("inherits: [a]\n")})), IsEmpty());
  EXPECT_EQ(check(World({head, with("")})).size(), 1U);
}

TEST(SteeringCheck, NopalItselfReadsItsParameters) {
  const std::string driver = "thorn: driver\ndescription: d\nparameters:\n"
                             "  courant: {type: real, default: 1.0, steerable: always, description: d}\n";
  const std::string user = "thorn: b\ndescription: d\ninherits: [driver]\n"
                           "groups:\n  more: {type: gf, variables: [v], description: d}\nschedule:\n"
                           "  - {kernel: begin, at: initial, uses: [courant], writes: [v]}\n";
  EXPECT_THAT(check(World({driver, user})), IsEmpty());
}

TEST(SteeringCheck, FunctionsAtTheStartChangeNothing) {
  EXPECT_EQ(check(World({head + "  - {function: look, at: startup}\n"})).size(), 1U);
}

} // namespace steering_check_test
} // namespace nopal::test
