// Sets, maps and dats of a thorn, clauses of loops over sets, and their errors.

#include "errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace nopal {
namespace sets_test {

using test::errors_of;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* clause_rule = "; a clause is variable[@timelevel][<extent>][(region)], such as phi, phi@1, "
                                    "phi<-1:1>, phi@0(interior)";

/// The parts of a clause: "q@1 via edge_cells[0] as left from 2".
std::string parts(const std::string& text) {
  ErrorList errors;
  const auto clause = parse_clause(text, {"t.yaml", 3, 7}, errors);
  if (!clause) return errors.messages().front();
  EXPECT_THAT(errors.messages(), IsEmpty()) << text;
  EXPECT_EQ(clause->text, text);
  std::string result = clause->name;
  if (clause->timelevel) result += "@" + std::to_string(*clause->timelevel);
  if (clause->extent) result += " extent " + clause->extent->text();
  if (clause->region) result += " on " + to_string(*clause->region);
  if (clause->via) result += " via " + clause->via->map;
  if (clause->via && clause->via->target) result += "[" + std::to_string(*clause->via->target) + "]";
  if (!clause->as.empty()) result += " as " + clause->as;
  if (clause->from) result += " from " + std::to_string(*clause->from);
  return result;
}

std::string clause_error(const std::string& text, const std::string& problem) {
  return "t.yaml:3:7: clause \"" + text + "\": " + problem + clause_rule;
}

TEST(LoopClause, HasViaAsAndFrom) {
  EXPECT_EQ(parts("q"), "q");
  EXPECT_EQ(parts("q via edge_cells"), "q via edge_cells");
  EXPECT_EQ(parts("q@1 via edge_cells[0] as left"), "q@1 via edge_cells[0] as left");
  EXPECT_EQ(parts("t::q@2 via air::edge_cells[ 13 ]"), "t::q@2 via air::edge_cells[13]");
  EXPECT_EQ(parts("rms from 0"), "rms from 0.000000");
  EXPECT_EQ(parts("rms as sum from -1.5e2"), "rms as sum from -150.000000");
  EXPECT_EQ(parts("  q   via   m [1]   as   left  ").substr(0, 20), "q via m[1] as left");
}

TEST(LoopClause, ItsPartsStandInAnyOrder) {
  EXPECT_EQ(parts("q as left via m[0]"), "q via m[0] as left");
  EXPECT_EQ(parts("r from 2 as sum via m"), "r via m as sum from 2.000000");
}

TEST(LoopClause, FromMayBeInfinite) {
  ErrorList errors;
  const auto clause = parse_clause("least from inf", {"t.yaml", 3, 7}, errors);
  ASSERT_TRUE(clause && clause->from);
  EXPECT_EQ(*clause->from, std::numeric_limits<double>::infinity());
}

TEST(LoopClause, WordsOfNamesAreNoParts) {
  EXPECT_EQ(parts("via"), "via");
  EXPECT_EQ(parts("as@1"), "as@1");
  EXPECT_EQ(parts("from_left via as_map as viaduct"), "from_left via as_map as viaduct");
}

TEST(LoopClause, ExtentAndRegionStandBeforeItsParts) {
  EXPECT_EQ(parts("q@1<-1:1>(interior) via m"), "q@1 extent <-1:1> on interior via m");
}

TEST(LoopClause, RefusesWrongMaps) {
  EXPECT_EQ(parts("q via 2cells"), clause_error("q via 2cells", "via: \"2cells\" is not the name of a map"));
  EXPECT_EQ(parts("q via [0]"), clause_error("q via [0]", "via: \"\" is not the name of a map"));
  EXPECT_EQ(parts("q via a b"), clause_error("q via a b", "via: \"a b\" is not the name of a map"));
  EXPECT_EQ(parts("q via m(interior)"),
            clause_error("q via m(interior)", "via: \"m(interior)\" is not the name of a map"));
}

TEST(LoopClause, RefusesWrongTargets) {
  EXPECT_EQ(parts("q via m[0"), clause_error("q via m[0", "via: \"m[0\" does not end with \"]\": close the bracket"));
  EXPECT_EQ(parts("q via m["), clause_error("q via m[", "via: \"m[\" does not end with \"]\": close the bracket"));
  EXPECT_EQ(parts("q via m[0] x"),
            clause_error("q via m[0] x", "via: \"m[0] x\" does not end with \"]\": close the bracket"));
  for (const char* target : {"", "-1", "first", "1.5", "0, 1", "99999999999"}) {
    const std::string text = std::string("q via m[") + target + "]";
    EXPECT_EQ(parts(text),
              clause_error(text, std::string("via: the target \"") + target + "\" is not a number 0, 1, 2, ..."));
  }
}

TEST(LoopClause, RefusesWrongNamesAndValues) {
  EXPECT_EQ(parts("q as 1"),
            clause_error("q as 1", "as: \"1\": a name is a letter followed by letters, digits and underscores"));
  EXPECT_THAT(parts("q as t::left"), HasSubstr("as: \"t::left\": a name is a letter"));
  for (const char* value : {"zero", "nan", "-nan", "1 2", "0x", "1,5"}) {
    const std::string text = std::string("r from ") + value;
    EXPECT_EQ(parts(text), clause_error(text, std::string("from: \"") + value + "\" is not a number"));
  }
}

TEST(LoopClause, RefusesAPartThatIsThereTwiceOrEmpty) {
  EXPECT_EQ(parts("q via a via b"), clause_error("q via a via b", "found \"via\" twice: remove one of them"));
  EXPECT_EQ(parts("q as a via b as c"), clause_error("q as a via b as c", "found \"as\" twice: remove one of them"));
  EXPECT_EQ(parts("r from 0 from 1"), clause_error("r from 0 from 1", "found \"from\" twice: remove one of them"));
  EXPECT_EQ(parts("q via"), clause_error("q via", "\"q via\" is not the name of a variable or group"));
}

ThornDeclaration read(const std::string& text) {
  ErrorList errors;
  ThornDeclaration thorn = read_thorn_text("thorn: t\n" + text, "t.yaml", errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  return thorn;
}

const std::string mesh = "sets:\n"
                         "  cells: {description: Quadrilaterals}\n"
                         "  edges: {}\n"
                         "maps:\n"
                         "  edge_cells: {from: edges, to: cells, arity: 2, description: Both sides}\n";

TEST(Sets, AreRead) {
  const ThornDeclaration thorn = read(mesh + "  neighbours: {from: cells, to: \"other::nodes\", arity: varying}\n");
  ASSERT_EQ(thorn.sets.size(), 2U);
  EXPECT_EQ(thorn.sets[0].name, "cells");
  EXPECT_EQ(thorn.sets[0].description, "Quadrilaterals");
  EXPECT_EQ(thorn.sets[0].where.text(), "t.yaml:3:3");
  EXPECT_EQ(thorn.sets[1].name, "edges");
  ASSERT_EQ(thorn.maps.size(), 2U);
  EXPECT_EQ(thorn.maps[0].name, "edge_cells");
  EXPECT_EQ(thorn.maps[0].from, "t::edges");
  EXPECT_EQ(thorn.maps[0].to, "t::cells");
  EXPECT_EQ(thorn.maps[0].arity, 2);
  EXPECT_EQ(thorn.maps[0].description, "Both sides");
  EXPECT_EQ(thorn.maps[0].where.text(), "t.yaml:6:3");
  EXPECT_EQ(thorn.maps[1].from, "t::cells");
  EXPECT_EQ(thorn.maps[1].to, "other::nodes");
  EXPECT_EQ(thorn.maps[1].arity, 0) << "varying";
  EXPECT_FALSE(thorn.maps[0].by_rule);
  EXPECT_TRUE(read("sets: {a: {}}\nmaps: {m: {from: a, to: a, arity: 3, by_rule: true}}\n").maps[0].by_rule);
}

TEST(Sets, MayBeAbsentOrEmpty) {
  EXPECT_THAT(read("").sets, IsEmpty());
  EXPECT_THAT(read("sets:\nmaps:\n").maps, IsEmpty());
  EXPECT_EQ(read("").mesh, "");
  EXPECT_EQ(read("sets: {cells: }\n").sets.size(), 1U) << "no key of a set is required";
}

TEST(Sets, RefuseWrongDeclarations) {
  EXPECT_THAT(errors_of("sets: [cells]\n"), ElementsAre("t.yaml:2:7: sets: found a list, expected names and their "
                                                        "declarations"));
  EXPECT_THAT(errors_of("sets: {2d: {}}\n"),
              ElementsAre("t.yaml:2:8: set \"2d\": a name is a letter followed by letters, digits and underscores"));
  EXPECT_THAT(errors_of("sets: {cells: 5}\n"), ElementsAre(HasSubstr("t.yaml:2:15: set \"cells\": found 5")));
  EXPECT_THAT(errors_of("sets: {cells: {descripton: d}}\n"),
              ElementsAre("t.yaml:2:16: set \"cells\": unknown key \"descripton\" (did you mean \"description\"?); "
                          "allowed keys: description"));
}

std::vector<std::string> errors_of_map(const std::string& map) {
  return errors_of("sets: {cells: {}, edges: {}}\nmaps: {m: {" + map + "}}\n");
}

TEST(Maps, RefuseWrongDeclarations) {
  EXPECT_THAT(errors_of("maps: [m]\n"), ElementsAre("t.yaml:2:7: maps: found a list, expected names and their "
                                                    "declarations"));
  EXPECT_THAT(errors_of("maps: {a-b: {}}\n"), ElementsAre(HasSubstr("t.yaml:2:8: map \"a-b\": a name is a letter")));
  EXPECT_THAT(errors_of("maps: {m: 5}\n"), ElementsAre(HasSubstr("t.yaml:2:11: map \"m\": found 5")));
  EXPECT_THAT(errors_of_map("from: edges, to: cells, arity: 2, of: 1"),
              ElementsAre("t.yaml:3:46: map \"m\": unknown key \"of\"; allowed keys: from, to, "
                          "arity, by_rule, description"));
}

TEST(Maps, NeedTwoSetsAndAnArity) {
  EXPECT_THAT(errors_of_map(""), ElementsAre("t.yaml:3:11: map \"m\": the key \"from\" is missing: write from: cells",
                                             "t.yaml:3:11: map \"m\": the key \"to\" is missing: write to: cells",
                                             "t.yaml:3:11: map \"m\": the key \"arity\" is missing: write arity: 2"));
}

TEST(Maps, RefuseAWrongArity) {
  for (const char* arity : {"0", "65", "-1", "some", "1.5"})
    EXPECT_THAT(errors_of_map(std::string("from: edges, to: cells, arity: ") + arity),
                ElementsAre(std::string("t.yaml:3:43: map \"m\": arity: found ") + arity +
                            ", expected the number of targets of each element, 1 to 64, or varying"));
  EXPECT_THAT(errors_of_map("from: edges, to: cells, arity: [2]"),
              ElementsAre("t.yaml:3:43: map \"m\": arity: found a list, expected the number of targets of each "
                          "element, 1 to 64, or varying"));
  for (const char* arity : {"1", "64", "varying"})
    EXPECT_THAT(errors_of_map(std::string("from: edges, to: cells, arity: ") + arity), IsEmpty()) << arity;
}

TEST(Maps, RefuseARuleForAVaryingArity) {
  EXPECT_THAT(
      errors_of_map("from: edges, to: cells, arity: varying, by_rule: true"),
      ElementsAre(
          "t.yaml:3:61: map \"m\": by_rule: a map by rule has the same number of targets for each element, but the "
          "arity is varying: write the number, or leave out by_rule"));
  EXPECT_THAT(errors_of_map("from: edges, to: cells, arity: varying, by_rule: false"), IsEmpty());
}

TEST(Maps, RefuseUnknownSets) {
  EXPECT_THAT(errors_of_map("from: edge, to: faces, arity: 2"),
              ElementsAre("t.yaml:3:18: map \"m\": from: \"edge\" is no set of t (did you mean \"edges\"?): declare it "
                          "under \"sets:\", or write the full name of a set of another thorn, thorn::set",
                          "t.yaml:3:28: map \"m\": to: \"faces\" is no set of t: declare it under \"sets:\", or write "
                          "the full name of a set of another thorn, thorn::set"));
  EXPECT_THAT(errors_of_map("from: [edges], to: cells, arity: 2"),
              ElementsAre("t.yaml:3:18: map \"m\": from: found a list, expected a name"));
}

TEST(Maps, AndSetsHaveDifferentNames) {
  EXPECT_THAT(errors_of("sets: {cells: {}}\nmaps: {cells: {from: cells, to: cells, arity: 2}}\n"),
              ElementsAre("t.yaml:3:8: map \"cells\": this is also the name of the set at t.yaml:2:8: rename one of "
                          "them"));
}

TEST(MeshFunction, IsAName) {
  const ThornDeclaration thorn = read(mesh + "mesh: make_mesh\n");
  EXPECT_EQ(thorn.mesh, "make_mesh");
  EXPECT_EQ(thorn.mesh_where.text(), "t.yaml:7:1");
  EXPECT_THAT(errors_of("mesh: make-mesh\n"),
              ElementsAre("t.yaml:2:7: mesh function \"make-mesh\": a name is a letter followed by letters, digits and "
                          "underscores"));
  EXPECT_THAT(errors_of("mesh: [a, b]\n"), ElementsAre("t.yaml:2:7: mesh: found a list, expected a name"));
}

std::vector<std::string> errors_of_group(const std::string& group) {
  return errors_of("sets: {cells: {}}\ngroups: {g: {" + group + ", variables: [q]}}\n");
}

TEST(Dats, LieOnASetWithComponents) {
  const ThornDeclaration thorn =
      read(mesh + "groups:\n"
                  "  flow: {type: dat, on: cells, components: 4, variables: [q, qold], timelevels: 2}\n"
                  "  marks: {type: dat, on: \"other::bedges\", datatype: int, variables: [bound]}\n"
                  "  most: {type: dat, on: edges, components: 64, variables: [z]}\n");
  ASSERT_EQ(thorn.groups.size(), 3U);
  EXPECT_EQ(thorn.groups[0].group.kind, GroupKind::dat);
  EXPECT_EQ(thorn.groups[0].group.set, "t::cells");
  EXPECT_EQ(thorn.groups[0].group.components, 4);
  EXPECT_EQ(thorn.groups[0].group.timelevels, 2);
  EXPECT_EQ(thorn.groups[1].group.set, "other::bedges");
  EXPECT_EQ(thorn.groups[1].group.components, 1);
  EXPECT_EQ(thorn.groups[1].group.type, Type::integer);
  EXPECT_EQ(thorn.groups[2].group.components, 64);
}

TEST(Dats, RefuseWrongSets) {
  EXPECT_THAT(errors_of_group("type: dat"),
              ElementsAre("t.yaml:3:13: group \"g\": the key \"on\" is missing: write on: cells"));
  EXPECT_THAT(errors_of_group("type: dat, on: cell"),
              ElementsAre("t.yaml:3:29: group \"g\": on: \"cell\" is no set of t (did you mean \"cells\"?): declare it "
                          "under \"sets:\", or write the full name of a set of another thorn, thorn::set"));
  EXPECT_THAT(errors_of_group("type: dat, on: {cells: 1}"),
              ElementsAre(HasSubstr("t.yaml:3:29: group \"g\": on: found a mapping, expected a name")));
  EXPECT_THAT(errors_of_group("type: dat, on: \"a::b::c\""), ElementsAre(HasSubstr("\"a::b::c\" is no set of t")));
}

TEST(Dats, RefuseWrongComponentsAndTypes) {
  for (const char* number : {"0", "-2", "65"})
    EXPECT_THAT(
        errors_of_group(std::string("type: dat, on: cells, components: ") + number),
        ElementsAre(std::string("t.yaml:3:48: group \"g\": components: found ") + number + ", expected 1 to 64"));
  EXPECT_THAT(errors_of_group("type: dat, on: cells, components: two"),
              ElementsAre(HasSubstr("t.yaml:3:48: group \"g\": components: found two, expected")));
  EXPECT_THAT(errors_of_group("type: dat, on: cells, datatype: complex"),
              ElementsAre("t.yaml:3:46: group \"g\": datatype: found complex, but dats are real or int: use two "
                          "components"));
  EXPECT_THAT(errors_of_group("type: dat, on: cells, shape: [3]"),
              ElementsAre("t.yaml:3:43: group \"g\": shape: only arrays have a shape; this group is of type dat"));
  EXPECT_THAT(errors_of_group("type: dat, on: cells, temporary: true"),
              ElementsAre(HasSubstr("found dat, but temporaries are grid functions")));
}

TEST(Dats, OnlyTheyLieOnASet) {
  for (const char* type : {"gf", "scalar"})
    EXPECT_THAT(errors_of_group(std::string("type: ") + type + ", components: 2, on: cells"),
                testing::UnorderedElementsAre(
                    EndsWith(std::string("on: only dats lie on a set; this group is of type ") + type),
                    EndsWith(std::string("components: only dats lie on a set; this group is of type ") + type)));
  EXPECT_THAT(errors_of_group("type: array, shape: [2], on: cells"),
              ElementsAre("t.yaml:3:43: group \"g\": on: only dats lie on a set; this group is of type array"));
  EXPECT_THAT(
      errors_of_group("type: data, on: cells"),
      testing::Contains(HasSubstr("type: found data (did you mean \"dat\"?), expected one of gf, array, scalar, dat")));
}

// The errors of one item of the name "a", which begins at line 2, column 12.
std::vector<std::string> errors_of_item(const std::string& item) { return errors_of("schedule: [" + item + "]\n"); }
std::string at(int column, const std::string& problem) {
  return "t.yaml:2:" + std::to_string(column) + ": schedule item \"a\": " + problem;
}

TEST(LoopItem, NamesItsSetAndWhatItChanges) {
  const ThornDeclaration thorn = read("schedule: [{kernel: a, at: evol, over: \"o::edges\", reads: [x via m], writes: "
                                      "[y], increments: [z via m, s from 0], minima: [u], maxima: [v as w]}]\n");
  const ItemDeclaration& item = thorn.schedule.at(0);
  ASSERT_TRUE(item.loop);
  EXPECT_FALSE(item.block);
  EXPECT_EQ(item.loop->set, "o::edges");
  EXPECT_EQ(item.loop->where.text(), "t.yaml:2:34");
  std::vector<std::pair<std::string, Access>> clauses;
  for (const ClauseDeclaration& clause : item.clauses) clauses.emplace_back(clause.name, clause.access);
  EXPECT_THAT(clauses, ElementsAre(std::pair("x", Access::read), std::pair("y", Access::write),
                                   std::pair("z", Access::increment), std::pair("s", Access::increment),
                                   std::pair("u", Access::minimum), std::pair("v", Access::maximum)));
}

TEST(LoopItem, ChangesSomething) {
  const std::string error = at(12, "a loop over a set writes or increments something: write \"writes: [q]\" or "
                                   "\"increments: [res via edge_cells]\"");
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, over: cells, reads: [q]}"), ElementsAre(error));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, over: cells, increments: []}"), ElementsAre(error));
  for (const char* key : {"writes", "increments", "minima", "maxima"})
    EXPECT_THAT(errors_of_item(std::string("{kernel: a, at: evol, over: cells, ") + key + ": [q]}"), IsEmpty()) << key;
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, reads: [q]}"),
              ElementsAre(at(12, "a kernel writes at least one grid function: write \"writes: [phi(interior)]\"")));
}

TEST(LoopItem, FindsItsRegionsByItself) {
  EXPECT_THAT(
      errors_of_item("{kernel: a, at: evol, over: cells, reads: [r(interior)], writes: [q(owned)]}"),
      ElementsAre(at(55, "reads: found \"r(interior)\", but a loop over a set finds the regions by itself: "
                         "remove \"(interior)\""),
                  at(78, "writes: found \"q(owned)\", but a loop over a set finds the regions by itself: remove "
                         "\"(owned)\"")));
}

TEST(LoopItem, HasNoExtents) {
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, over: cells, reads: [\"r<-1:1>\"], writes: [q]}"),
              ElementsAre(at(55, "reads: found \"r<-1:1>\", but a loop over a set reads neighbours through maps, by "
                                 "\"via\" and the name of a map: remove \"<-1:1>\"")));
}

TEST(LoopItem, OnlyScalarsThatItChangesStartFromAValue) {
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, over: cells, reads: [r from 1], writes: [q from 0]}"),
              ElementsAre(at(55, "reads: found \"r from 1\", but only increments, minima and maxima of scalars start "
                                 "from a value: remove \"from\""),
                          at(75, "writes: found \"q from 0\", but only increments, minima and maxima of scalars start "
                                 "from a value: remove \"from\"")));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, over: cells, increments: [q from 0], minima: [r from 1], "
                             "maxima: [s from 2]}"),
              IsEmpty());
}

TEST(LoopItem, OnlyItHasIncrementsMinimaAndMaxima) {
  for (const char* key : {"increments", "minima", "maxima"})
    EXPECT_THAT(
        errors_of_item(std::string("{kernel: a, at: evol, writes: [q], ") + key + ": [r]}"),
        ElementsAre(HasSubstr(std::string(key) +
                              ": found \"r\", but only a loop over a set has this key: write \"over:\" with the "
                              "name of a set, or use writes:")));
  EXPECT_THAT(errors_of_item("{function: a, at: evol, increments: [r]}"),
              testing::Contains(HasSubstr("a function cannot have the key \"increments\"")));
}

TEST(LoopItem, OnlyItsClausesHaveViaAsAndFrom) {
  for (const char* clause : {"r via m", "r as s"}) {
    const std::string error = std::string("found \"") + clause +
                              "\", but only clauses of a loop over a set have via, as and from: write \"over:\" with "
                              "the name of a set";
    EXPECT_THAT(errors_of_item(std::string("{kernel: a, at: evol, reads: [") + clause + "], writes: [q]}"),
                ElementsAre(at(42, "reads: " + error)));
    EXPECT_THAT(errors_of_item(std::string("{function: a, at: evol, reads: [") + clause + "]}"),
                ElementsAre(at(44, "reads: " + error)));
  }
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, writes: [q from 2]}"),
              ElementsAre(HasSubstr("only clauses of a loop over a set have via, as and from")));
}

TEST(LoopItem, OverWithThreadsIsABlockKernel) {
  const ThornDeclaration thorn = read("schedule: [{kernel: a, at: evol, over: cells, threads: [8], writes: [q]}]\n");
  EXPECT_FALSE(thorn.schedule.at(0).loop);
  ASSERT_TRUE(thorn.schedule.at(0).block);
  EXPECT_THAT(thorn.schedule.at(0).block->points, ElementsAre("cells"));
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, over: cells, threads: [8], increments: [q]}"),
              ElementsAre(HasSubstr("increments: found \"q\", but only a loop over a set has this key"),
                          at(12, "a kernel writes at least one grid function: write \"writes: [phi(interior)]\"")));
}

TEST(LoopItem, OverWithoutThreadsIsTheNameOfASet) {
  const std::string error = "found \"over\" without \"threads\": write the threads of a block, such as \"threads: [8, "
                            "8]\", or the name of a set, such as \"over: cells\"";
  for (const char* over : {"interior", "everywhere", "[3, 4]", "5", "two words", "[cells]"})
    EXPECT_THAT(errors_of_item(std::string("{kernel: a, at: evol, over: ") + over + ", writes: [q]}"),
                ElementsAre(at(34, error)))
        << over;
  EXPECT_THAT(errors_of_item("{kernel: a, at: evol, shared: 5, writes: [q]}"),
              ElementsAre(at(34, "found \"shared\" without \"threads\": write the threads of a block, such as "
                                 "\"threads: [8, 8]\"")));
  EXPECT_THAT(errors_of_item("{function: a, at: evol, over: cells}"),
              testing::Contains(HasSubstr("a function cannot have the key \"over\"")));
}

} // namespace sets_test
} // namespace nopal
