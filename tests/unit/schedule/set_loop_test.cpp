// Loops over sets in the schedule: the rules of their clauses, their accesses and regions, the maps they add through.

#include "core/schedule/set_loop.hpp"
#include "world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace nopal::test {
namespace set_loop_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string mesh = R"(thorn: air
description: d
sets:
  cells: {description: d}
  edges: {description: d}
  nodes: {description: d}
maps:
  edge_cells: {from: edges, to: cells, arity: 2}
  edge_nodes: {from: edges, to: nodes, arity: 2}
  other_cells: {from: edges, to: cells, arity: 1}
  neighbours: {from: cells, to: cells, arity: varying}
groups:
  flow: {type: dat, on: cells, components: 4, variables: [q, res], timelevels: 2}
  marks: {type: dat, on: cells, datatype: int, variables: [mark]}
  lengths: {type: dat, on: edges, variables: [length, weight]}
  positions: {type: dat, on: nodes, components: 2, variables: [x]}
  sums: {type: scalar, variables: [rms, least, most], timelevels: 2}
  counts: {type: scalar, datatype: int, variables: [n]}
  waves: {type: scalar, datatype: complex, variables: [z]}
  grid: {type: gf, variables: [phi]}
  tables: {type: array, shape: [4], variables: [row]}
)";

std::string item(const std::string& clauses, const std::string& set) {
  return "  - {kernel: k, at: evol, over: " + set + ", " + clauses + "}\n";
}
World with(const std::string& clauses, const std::string& set = "edges") {
  return World({mesh + "schedule:\n" + item(clauses, set)});
}
/// The messages about one loop, of which each begins at line 23.
std::string errors_of(const std::string& clauses, const std::string& set = "edges") {
  return with(clauses, set).errors();
}

/// The regions of reads and writes of a loop, as text.
struct Regions {
  std::vector<std::string> reads, writes;
};
Regions regions_of(const std::string& clauses, const std::string& set = "edges") {
  const World world = with(clauses, set);
  const Schedule schedule = world.build();
  const Routine& routine = schedule.routines().at(0);
  return {texts(world, routine.reads), texts(world, routine.writes)};
}

/// "air::q@0 read edge_cells[1]".
std::vector<std::string> accesses_of(const std::string& clauses, const std::string& set = "edges") {
  const World world = with(clauses, set);
  const Schedule schedule = world.build();
  std::vector<std::string> result;
  for (const LoopAccess& access : schedule.routines().at(0).loop->accesses) {
    std::string& text = result.emplace_back(world.variables.text(access.slot) + " ");
    text += to_string(access.access);
    if (access.map >= 0) text += " " + schedule.topology().maps.at(access.map).name;
    if (access.target >= 0) text += "[" + std::to_string(access.target) + "]";
  }
  return result;
}

TEST(SetLoops, AreNoKernelsOfAGrid) {
  const World world = with("device: true, writes: [length]");
  const Schedule schedule = world.build();
  const Routine& routine = schedule.routines().at(0);
  ASSERT_TRUE(routine.is_loop());
  EXPECT_FALSE(routine.is_kernel);
  EXPECT_FALSE(routine.is_function());
  EXPECT_TRUE(routine.calls_kernels());
  EXPECT_TRUE(routine.device);
  EXPECT_EQ(routine.loop->set, 1);
  EXPECT_FALSE(routine.loop->adds_elsewhere());
  EXPECT_EQ(with("writes: [q]", "cells").build().routines().at(0).loop->set, 0);
}

TEST(SetLoops, RunOnADeviceIfTheyAskForItAndCan) {
  const auto where = [](const std::string& clauses, const std::string& set = "edges") {
    const Schedule schedule = with(clauses, set).build();
    const Routine& routine = schedule.routines().at(0);
    return std::pair(routine.device, routine.loop->only_on_host);
  };
  using Where = std::pair<bool, std::string>;
  EXPECT_EQ(where("device: true, increments: [res via edge_cells, rms]"), Where(true, ""));
  EXPECT_EQ(where("increments: [res via edge_cells]"), Where(false, ""));
  EXPECT_EQ(where("increments: [mark via edge_cells]"), Where(false, ""));
  EXPECT_EQ(where("device: true, increments: [mark via edge_cells]"),
            Where(false, "it adds to the integers air::mark"));
  EXPECT_EQ(where("device: true, increments: [res via neighbours]", "cells"),
            Where(false, "it adds to air::res through a map of varying arity"));
}

TEST(SetLoops, NumberSetsAndMapsInTheOrderOfThorns) {
  const World world = with("writes: [length]");
  const Schedule schedule = world.build();
  const Topology& topology = schedule.topology();
  ASSERT_EQ(topology.n_sets(), 3);
  EXPECT_EQ(topology.sets[1].name, "air::edges");
  ASSERT_EQ(topology.n_maps(), 4);
  EXPECT_EQ(topology.maps[1].name, "air::edge_nodes");
  EXPECT_EQ(topology.maps[1].from, 1);
  EXPECT_EQ(topology.maps[1].to, 2);
  EXPECT_EQ(topology.maps[1].arity, 2);
  EXPECT_EQ(topology.maps[3].arity, 0);
  EXPECT_EQ(topology.find_set("air::nodes"), 2);
  EXPECT_EQ(topology.find_map("air::neighbours"), 3);
  EXPECT_EQ(topology.find_set("nodes"), std::nullopt);
}

TEST(SetLoops, ResolveTheirAccesses) {
  EXPECT_THAT(accesses_of("reads: [q via edge_cells, \"q@1 via edge_cells[1] as right\", \"x via air::edge_nodes[0]\", "
                          "length, rms], writes: [weight], increments: [res via edge_cells, n from 0], minima: "
                          "[least], maxima: [most as largest]"),
              ElementsAre("air::q@0 read air::edge_cells", "air::q@1 read air::edge_cells[1]",
                          "air::x@0 read air::edge_nodes[0]", "air::length@0 read", "air::rms@0 read",
                          "air::weight@0 write", "air::res@0 increment air::edge_cells", "air::n@0 increment",
                          "air::least@0 minimum", "air::most@0 maximum"));
}

TEST(SetLoops, TakeGroupsForTheirVariables) {
  EXPECT_THAT(accesses_of("reads: [\"flow@1 via edge_cells\"], writes: [lengths]"),
              ElementsAre("air::q@1 read air::edge_cells", "air::res@1 read air::edge_cells", "air::length@0 write",
                          "air::weight@0 write"));
}

TEST(SetLoops, ReadTheirOwnElementsInTheInterior) {
  const Regions regions = regions_of("reads: [length, \"q@1 via edge_cells\"], writes: [weight]");
  EXPECT_THAT(regions.reads, ElementsAre("air::length@0 interior", "air::q@1 everywhere"));
  EXPECT_THAT(regions.writes, ElementsAre("air::weight@0 interior"));
}

TEST(SetLoops, ReadOneTargetEverywhere) {
  EXPECT_THAT(regions_of("reads: [\"q via edge_cells[1]\"], writes: [weight]").reads,
              ElementsAre("air::q@0 everywhere"));
}

TEST(SetLoops, ThatAddElsewhereReadAllTheyReadEverywhere) {
  const Regions regions = regions_of("reads: [length, rms, \"x via edge_nodes\"], writes: [weight], increments: [res "
                                     "via edge_cells]");
  EXPECT_THAT(regions.reads, ElementsAre("air::length@0 everywhere", "air::rms@0 interior", "air::x@0 everywhere",
                                         "air::res@0 interior"));
  EXPECT_THAT(regions.writes, ElementsAre("air::weight@0 interior", "air::res@0 interior"));
}

TEST(SetLoops, AddToTheirOwnElementsAsTheyRead) {
  EXPECT_THAT(regions_of("increments: [length]").reads, ElementsAre("air::length@0 interior"));
  EXPECT_THAT(regions_of("increments: [length]").writes, ElementsAre("air::length@0 interior"));
  EXPECT_THAT(regions_of("increments: [length, res via edge_cells]").reads,
              ElementsAre("air::length@0 everywhere", "air::res@0 interior"));
  EXPECT_TRUE(with("increments: [res via edge_cells]").build().routines().at(0).loop->adds_elsewhere());
  EXPECT_FALSE(with("increments: [length]").build().routines().at(0).loop->adds_elsewhere());
}

TEST(SetLoops, ReadAndWriteTheirOwnElement) {
  const Regions regions = regions_of("reads: [q], writes: [q]", "cells");
  EXPECT_THAT(regions.reads, ElementsAre("air::q@0 interior"));
  EXPECT_THAT(regions.writes, ElementsAre("air::q@0 interior"));
  EXPECT_THAT(regions_of("reads: [\"q@1 via neighbours\", q@1], writes: [q]", "cells").reads,
              ElementsAre("air::q@1 everywhere"))
      << "the regions of two clauses are joined";
}

TEST(SetLoops, ReadTheScalarsThatTheyChangeUnlessTheyStartFromAValue) {
  const Regions regions = regions_of("increments: [rms], minima: [least from 5], maxima: [most]");
  EXPECT_THAT(regions.reads, ElementsAre("air::rms@0 interior", "air::most@0 interior"));
  EXPECT_THAT(regions.writes, ElementsAre("air::rms@0 interior", "air::least@0 interior", "air::most@0 interior"));
  EXPECT_THAT(regions_of("increments: [rms from 0]").reads, IsEmpty());
}

TEST(SetLoops, MarkTheMapsThatTheyAddThrough) {
  const auto marked = [](const std::string& clauses, const std::string& set = "edges") {
    std::vector<bool> result;
    const World world = with(clauses, set);
    const Schedule schedule = world.build();
    for (const MeshMap& map : schedule.topology().maps) result.push_back(map.incremented);
    return result;
  };
  EXPECT_THAT(marked("reads: [q via edge_cells], writes: [weight]"), ElementsAre(false, false, false, false));
  EXPECT_THAT(marked("reads: [q via other_cells], increments: [res via edge_cells]"),
              ElementsAre(true, false, false, false));
  EXPECT_THAT(marked("increments: [\"res via other_cells[0]\", x via edge_nodes]"),
              ElementsAre(false, true, true, false));
  EXPECT_THAT(marked("increments: [q via neighbours]", "cells"), ElementsAre(false, false, false, true));
}

TEST(SetLoops, AddThroughAMapOnceForEachMap) {
  const World world = with("increments: [\"res via edge_cells[1]\", \"res via edge_cells[0]\", mark via edge_cells, "
                           "\"x via edge_nodes[0]\"]");
  EXPECT_EQ(world.errors(), "");
  EXPECT_THAT(world.build().routines().at(0).loop->added_maps(), ElementsAre(0, 1));
}

TEST(SetLoops, MayUseSetsAndMapsOfInheritedThorns) {
  const std::string heir = "thorn: heir\ndescription: d\ninherits: [air]\ngroups:\n  g: {type: dat, on: \"air::edges\","
                           " variables: [u]}\nschedule:\n  - {kernel: k, at: evol, over: edges, reads: [q via "
                           "edge_cells], writes: [u]}\n";
  const World world({mesh, heir});
  EXPECT_EQ(world.errors(), "");
  EXPECT_THAT(texts(world, world.build().routines().at(0).reads), ElementsAre("air::q@0 everywhere"));
  const std::string stranger =
      "thorn: user\ndescription: d\nschedule:\n  - {kernel: k, at: evol, over: \"air::edges\", "
      "writes: [u]}\n";
  EXPECT_THAT(World({mesh, stranger}).errors(),
              HasSubstr("user.yaml:4:27: \"air::edges\" belongs to the thorn air, but user does not inherit from it: "
                        "add air to \"inherits:\" of user"));
}

TEST(SetLoops, AreShownAsLoops) {
  const World world = with("writes: [length]");
  EXPECT_THAT(world.build().text(), HasSubstr("loop"));
}

TEST(SetLoopErrors, UnknownSets) {
  EXPECT_EQ(errors_of("writes: [length]", "edgs"),
            "air.yaml:23:27: \"edgs\" is no set of air (did you mean \"edges\"?)\n");
  EXPECT_EQ(errors_of("writes: [length]", "edge_cells"), "air.yaml:23:27: \"edge_cells\" is no set of air\n");
}

TEST(SetLoopErrors, UnknownMapsAndVariables) {
  EXPECT_EQ(errors_of("reads: [q via edge_cels], writes: [weight]"),
            "air.yaml:23:48: \"edge_cels\" is no map of air (did you mean \"edge_cells\"?)\n");
  EXPECT_EQ(errors_of("writes: [weigth]"),
            "air.yaml:23:49: \"weigth\" is no variable or group of air (did you mean \"weight\"?)\n");
}

TEST(SetLoopErrors, MapsThatDoNotFit) {
  EXPECT_EQ(errors_of("reads: [q via edge_cells], writes: [res]", "cells"),
            "air.yaml:23:48: kernel k: \"q via edge_cells\": the map air::edge_cells leads from air::edges, but the "
            "loop runs over air::cells\n");
  EXPECT_EQ(errors_of("reads: [q via edge_nodes], writes: [weight]"),
            "air.yaml:23:48: kernel k: \"q via edge_nodes\": the map air::edge_nodes leads to air::nodes, but the "
            "variable lies on air::cells\n");
}

TEST(SetLoopErrors, TargetsThatDoNotExist) {
  EXPECT_EQ(errors_of("reads: [\"q via edge_cells[2]\"], writes: [weight]"),
            "air.yaml:23:48: kernel k: \"q via edge_cells[2]\": the map air::edge_cells has the targets 0 to 1\n");
  EXPECT_EQ(errors_of("reads: [\"q via neighbours[0]\"], writes: [res]", "cells"),
            "air.yaml:23:48: kernel k: \"q via neighbours[0]\": the map air::neighbours has a varying number of "
            "targets, so no target has a fixed place: remove \"[0]\"\n");
  EXPECT_EQ(errors_of("reads: [\"q via edge_cells[1]\", \"q via other_cells[0]\"], writes: [weight]"), "");
}

TEST(SetLoopErrors, DatsOfOtherSetsNeedAMap) {
  EXPECT_EQ(errors_of("reads: [q], writes: [weight]"),
            "air.yaml:23:48: kernel k: \"q\": air::q lies on air::cells, but the loop runs over air::edges; "
            "air::edge_cells leads there: write \"via edge_cells\"\n");
  EXPECT_EQ(errors_of("reads: [length], writes: [q]", "cells"),
            "air.yaml:23:48: kernel k: \"length\": air::length lies on air::edges, but the loop runs over "
            "air::cells\n");
}

TEST(SetLoopErrors, NothingIsWrittenThroughAMap) {
  EXPECT_EQ(errors_of("writes: [q via edge_cells]"),
            "air.yaml:23:49: kernel k: q via edge_cells is written through a map; two elements may lead to the same "
            "target, so the result would depend on their order: use increments:, or loop over the set of the "
            "target\n");
}

TEST(SetLoopErrors, OnlyDatsAndScalarsAreUsed) {
  EXPECT_EQ(errors_of("reads: [phi, row, z], writes: [weight]"),
            "air.yaml:23:48: kernel k: phi is a grid function of type gf; a loop over a set uses dats and scalars\n"
            "air.yaml:23:53: kernel k: row is an array of type array; a loop over a set uses dats and scalars\n"
            "air.yaml:23:58: kernel k: z is complex; a loop over a set uses real and int values\n");
  EXPECT_THAT(errors_of("increments: [z from 0]"), HasSubstr("z from 0 is complex"));
}

TEST(SetLoopErrors, TimelevelsThatDoNotExist) {
  EXPECT_EQ(errors_of("reads: [\"q@2 via edge_cells\", length@1], writes: [weight]"),
            "air.yaml:23:48: kernel k: q@2 via edge_cells names timelevel 2, but group flow has 2 timelevels: declare "
            "more timelevels\n"
            "air.yaml:23:70: kernel k: length@1 names timelevel 1, but group lengths has 1 timelevel: declare more "
            "timelevels\n");
}

TEST(SetLoopErrors, WhatScalarsCannotDo) {
  EXPECT_EQ(errors_of("writes: [rms]"),
            "air.yaml:23:49: kernel k: rms is a scalar; all elements would write it: use increments:, minima: or "
            "maxima:\n");
  EXPECT_EQ(errors_of("reads: [rms via edge_cells], writes: [weight]"),
            "air.yaml:23:48: kernel k: rms via edge_cells is a scalar, so no map leads to it: remove \"via\"\n");
  EXPECT_EQ(errors_of("increments: [rms@1]"),
            "air.yaml:23:53: kernel k: rms@1 is a scalar of the past, which a loop cannot change: remove the "
            "timelevel\n");
  EXPECT_EQ(errors_of("reads: [rms@1], writes: [weight]"), "");
}

TEST(SetLoopErrors, WhatDatsCannotDo) {
  EXPECT_EQ(errors_of("minima: [length], maxima: [q via edge_cells]"),
            "air.yaml:23:49: kernel k: length is a dat; only scalars become the least or the largest of what elements "
            "give\n"
            "air.yaml:23:67: kernel k: q via edge_cells is a dat; only scalars become the least or the largest of what "
            "elements give\n");
  EXPECT_EQ(errors_of("increments: [length from 0]"),
            "air.yaml:23:53: kernel k: length from 0 is a dat; only scalars start from a value: remove \"from\"\n");
}

TEST(SetLoopErrors, AddingInTwoWays) {
  EXPECT_EQ(errors_of("increments: [res via edge_cells, res via other_cells]"),
            "air.yaml:23:53: kernel k: \"res via edge_cells\" and \"res via other_cells\": the loop adds to it through "
            "two maps: split the loop into two\n");
  EXPECT_EQ(errors_of("increments: [res via edge_cells, \"res@1 via other_cells\"]"), "") << "two timelevels";
  EXPECT_EQ(errors_of("increments: [\"res via edge_cells[0]\", \"res via edge_cells[1]\"]"), "") << "one map";
}

TEST(SetLoopErrors, AddingToWhatIsAlsoUsed) {
  const std::string why = "the loop adds to it through a map and uses it in another way, so the result would depend on "
                          "the order of the elements: split the loop into two, or use two variables\n";
  EXPECT_EQ(errors_of("reads: [res via edge_cells], increments: [res via edge_cells]"),
            "air.yaml:23:82: kernel k: \"res via edge_cells\" and \"res via edge_cells\": " + why);
  EXPECT_EQ(errors_of("reads: [q], increments: [q via neighbours]", "cells"),
            "air.yaml:23:65: kernel k: \"q via neighbours\" and \"q\": " + why);
  // Both messages of a conflict are right here; which one comes depends on the order of the clauses.
  for (const char* clauses : {"writes: [q], increments: [q via neighbours]", "increments: [q, q via neighbours]",
                              "increments: [q via neighbours, q]"}) {
    const std::string errors = errors_of(clauses, "cells");
    EXPECT_EQ(std::ranges::count(errors, '\n'), 1) << errors;
    EXPECT_THAT(errors, HasSubstr("so the result would depend on the order of the elements: split the loop into two"));
  }
  EXPECT_EQ(errors_of("reads: [q@1], increments: [q via neighbours]", "cells"), "");
}

TEST(SetLoopErrors, ChangingWhatIsReadThroughAMap) {
  const std::string why = "the loop changes it and reads it through a map, so the result would depend on the order of "
                          "the elements: split the loop into two, or use two variables\n";
  EXPECT_EQ(errors_of("reads: [q via neighbours], writes: [q]", "cells"),
            "air.yaml:23:76: kernel k: \"q\" and \"q via neighbours\": " + why);
  EXPECT_EQ(errors_of("reads: [q via neighbours], increments: [flow]", "cells"),
            "air.yaml:23:80: kernel k: \"flow\" and \"q via neighbours\": " + why);
  EXPECT_EQ(errors_of("reads: [\"q@1 via neighbours\"], writes: [q]", "cells"), "");
  EXPECT_EQ(errors_of("reads: [q via neighbours, q], writes: [res]", "cells"), "");
}

TEST(SetLoopErrors, SetsThatNoThornDeclares) {
  const std::string user = "thorn: user\ndescription: d\n";
  EXPECT_EQ(World({mesh, user + "sets: {own: {}}\nmaps:\n  m: {from: own, to: \"air::cell\", arity: 1}\n  o: {from: "
                                "\"wing::faces\", to: own, arity: 1}\n"})
                .errors(),
            "user.yaml:5:3: map \"m\": no active thorn declares the set \"air::cell\" (did you mean \"air::cells\"?)\n"
            "user.yaml:6:3: map \"o\": no active thorn declares the set \"wing::faces\"\n");
  EXPECT_EQ(
      World({mesh, user + "groups:\n  g: {type: dat, on: \"air::faces\", variables: [u]}\n"}).errors(),
      "user.yaml:4:3: group \"g\": no active thorn declares the set \"air::faces\" (did you mean \"air::edges\"?)\n");
  EXPECT_EQ(World({user + "groups:\n  g: {type: dat, on: \"air::cells\", variables: [u]}\n", mesh}).errors(), "")
      << "the order of thorns does not matter";
}

TEST(SetLoopErrors, DatsHaveNoSync) {
  EXPECT_THAT(World({mesh + "schedule:\n  - {function: f, at: evol, writes: [q], sync: [q]}\n"}).errors(),
              HasSubstr("air::f: sync: names air::q, which is of type dat; the ghosts of dats are brought up to date "
                        "when a routine needs them: leave it out"));
}

TEST(DatsOfFunctions, HaveTheRegionsThatTheClausesName) {
  const World world({mesh + "schedule:\n  - {function: f, at: evol, reads: [q, length(interior), x(ghosts)], writes: "
                            "[res, \"weight(everywhere)\"]}\n"});
  const Schedule schedule = world.build();
  EXPECT_THAT(texts(world, schedule.routines().at(0).reads),
              ElementsAre("air::q@0 everywhere", "air::length@0 interior", "air::x@0 ghosts"));
  EXPECT_THAT(texts(world, schedule.routines().at(0).writes),
              ElementsAre("air::res@0 interior", "air::weight@0 everywhere"));
}

TEST(BuildTopology, WithoutAllThornsUnknownSetsAreNoErrors) {
  ErrorList errors;
  const ThornDeclaration thorn =
      read_thorn_text("thorn: user\nsets: {own: {}}\nmaps:\n  m: {from: own, to: \"air::cells\", arity: 1}\n  o: "
                      "{from: own, to: own, arity: 3}\ngroups:\n  g: {type: dat, on: \"air::cells\", variables: [u]}\n",
                      "user.yaml", errors);
  const Topology topology = build_topology({thorn}, errors, false);
  EXPECT_THAT(errors.messages(), IsEmpty());
  ASSERT_EQ(topology.n_maps(), 1);
  EXPECT_EQ(topology.maps[0].name, "user::o");
  build_topology({thorn}, errors);
  EXPECT_EQ(errors.messages().size(), 2U);
}

} // namespace set_loop_test
} // namespace nopal::test
