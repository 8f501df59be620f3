// Points that a function reads or writes: {clause: phi(boundary), points: ...}.
#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal::test {
namespace chosen_points_test {

using testing::HasSubstr;
using testing::IsEmpty;

std::string thorn(const std::string& items) {
  return R"yaml(thorn: w
description: d
parameters:
  all: {type: keyword, default: flat, choices: {flat: d, turned: d}, steerable: always, description: d}
  lower_x: {type: keyword, default: as_all, choices: {flat: d, turned: d, as_all: d}, steerable: always, description: d}
  upper_x: {type: keyword, default: as_all, choices: {flat: d, turned: d, as_all: d}, description: d}
  lower_y: {type: keyword, default: turned, choices: {flat: d, turned: d, as_all: d}, description: d}
  upper_y: {type: keyword, default: flat, choices: {flat: d, turned: d, as_all: d}, description: d}
  words: {type: "keyword[]", default: [], choices: {turned: d}, description: d}
  lower: {type: "real[]", default: [], steerable: always, description: d}
  none: {type: "int[]", default: [], description: d}
  names: {type: "string[]", default: [], description: d}
groups:
  fields: {type: gf, variables: [phi, psi], timelevels: 2, description: d}
  numbers: {type: scalar, variables: [energy], description: d}
schedule:
)yaml" + items;
}

const std::string faces = "points: {faces: [lower_x, upper_x, lower_y, upper_y], otherwise: all, with: turned}";

DomainSpec grid() {
  DomainSpec spec;
  spec.cells = {9, 7, 5};
  spec.dimension = 2;
  spec.boundary_width = 2;
  return spec;
}

/// The number of points of the first write; -1: all points of its region.
long points(const Schedule& schedule, int routine = 0) {
  const auto& set = schedule.routines().at(static_cast<std::size_t>(routine)).writes.at(0).points;
  return set ? set->points() : -1;
}

TEST(ChosenPoints, LieBeyondTheFacesWhoseParametersHaveTheWord) {
  World world({thorn("  - {function: f, at: evol, writes: [{clause: phi(boundary), " + faces + "}]}\n")});
  Schedule schedule = world.build();
  const Routine& routine = schedule.routines().at(0);
  EXPECT_EQ(routine.writes.at(0).region, Region::boundary);
  EXPECT_TRUE(routine.writes.at(0).keeps_others());
  EXPECT_EQ(points(schedule), 0) << "the grid is not known";
  schedule.set_domain(Domain(grid()));
  EXPECT_EQ(points(schedule), 8 * 2) << "beyond lower_y only";
  world.set("w::lower_x", {false, {std::string("turned")}});
  schedule.refresh();
  EXPECT_EQ(points(schedule), 8 * 2 + 2 * 6 + 2 * 2) << "two faces and the edge between them";
  world.set("w::all", {false, {std::string("turned")}});
  schedule.refresh();
  EXPECT_EQ(points(schedule), 8 * 2 + 2 * (2 * 6 + 2 * 2)) << "upper_x is as all";
}

TEST(ChosenPoints, OfReadsAreThoseOfOwnedPoints) {
  World world(
      {thorn("  - {function: f, at: evol, reads: [{clause: phi@1, points: {lower: lower, upper: lower, stride: none}}]}"
             "\n")});
  world.set("w::lower", {true, {0.5, 0.5}});
  Schedule schedule = world.build();
  schedule.set_domain(Domain(grid()));
  const Clause& clause = schedule.routines().at(0).reads.at(0);
  EXPECT_EQ(clause.slot, (Slot{world.variable("w::phi"), 1}));
  EXPECT_EQ(clause.region, Region::owned);
  ASSERT_NE(clause.points, nullptr);
  EXPECT_EQ(clause.points->points(), 1);
}

TEST(ChosenPoints, OfAWriteMustFitTheGrid) {
  World world(
      {thorn("  - {function: f, at: evol, writes: [{clause: phi, points: {lower: lower, upper: lower, stride: none}}]}"
             "\n")});
  world.set("w::lower", {true, {0.5}});
  Schedule schedule = world.build();
  EXPECT_THAT(
      [&] { schedule.set_domain(Domain(grid())); },
      testing::ThrowsMessage<Error>(HasSubstr("points: chooses no points of a grid with 2 axes: w::lower = [0.5]")));
}

TEST(ChosenPoints, AreOfGridFunctionsAndNamedOnce) {
  const auto errors = [](const std::string& clauses) {
    return World({thorn("  - {function: f, at: evol, " + clauses + "}\n")}).errors();
  };
  const std::string own = "{clause: phi(boundary), " + faces + "}";
  EXPECT_THAT(errors("writes: [" + own + ", psi]"), IsEmpty());
  EXPECT_THAT(errors("writes: [" + own + ", phi]"),
              HasSubstr("w::f: \"phi\" names w::phi@0, and so does \"phi(boundary)\", but one of them has points"));
  EXPECT_THAT(errors("writes: [" + own + ", {from: names}]"),
              HasSubstr("\"phi(boundary)\" has points, and {from: names} stands beside it"));
  EXPECT_THAT(errors("writes: [{clause: energy, " + faces + "}]"), HasSubstr("w::energy is of type scalar"));
  EXPECT_THAT(errors("writes: [{clause: phi, points: {faces: [words, all], with: turned}}]"),
              HasSubstr("names w::words, which is keyword[]"));
  EXPECT_THAT(
      errors("writes: [{clause: phi, points: {faces: [lower_x, upper_x], with: tuned}}]"),
      HasSubstr("asks for faces with \"tuned\", but neither w::lower_x nor another of its parameters has this choice "
                "(did you mean \"turned\"?)"));
}

} // namespace chosen_points_test
} // namespace nopal::test
