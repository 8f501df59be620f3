#include "core/declarations/thorn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace thorn_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

// A declaration that has every key at least once.
const std::string wavetoy = R"yaml(
thorn: wavetoy
description: Scalar wave equation, second order in space and time
inherits: [grid]

parameters:
  wavelength: {type: real, default: 2.0, range: "(0:*)", unit: length, description: Wavelength of the standing wave}
  shape:
    type: keyword
    default: standing
    choices: {standing: A standing wave, gaussian: A Gaussian pulse at rest, plane: A plane wave}
    steerable: never                   # never | recover | always
    description: Initial data
  energy_every: {type: int, default: 0, range: "0:*", description: Iterations between energies; 0 is never}
  names: {type: "string[]", default: [], steerable: always}
  centre: {type: "real[3]"}

groups:
  scalar: {type: gf, variables: [phi], timelevels: 3, description: The wave}
  energies: {type: scalar, variables: [energy], description: Total energy}
  table: {type: array, datatype: int, shape: [10, size], variables: [n, m], unit: "1", tags: {io: never}}

provides:
  speed: "double ( double,long )"
requires: {lapse: double(double)}

schedule:
  - kernel: initial
    at: initial
    device: true
    uses: [wavelength, shape]
    writes: [phi@0(everywhere), phi@1(everywhere), phi@2(everywhere)]
    description: Set three timelevels of the initial wave
  - kernel: evolve
    at: evol
    device: true
    reads: [phi@1, phi@2(interior)]
    writes: [phi(interior)]
  - kernel: boundary
    as: edge
    in: after_step
    before: last
    after: [evolve, other::thing]
    if: shape == standing
    while: not done
    device: true
    writes: phi(boundary)
    sync: [scalar]
    storage: [energies]
    trigger: phi
    options: global
    tags: {colour: red, n: 5}
  - function: energy
    at: analysis
    every: energy_every                # at other iterations it is not called and nothing is copied
    reads: [phi@0, {from: names, every: energy_every}, "phi@1(interior, boundary)"]
    writes: [energy]
  - group: after_step
    at: evol
    every: 2
)yaml";

ThornDeclaration read(const std::string& text) {
  ErrorList errors;
  ThornDeclaration thorn = read_thorn_text(text, "somewhere/wavetoy.yaml", errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  return thorn;
}

std::vector<std::string> texts(const ItemDeclaration& item, Access access) {
  std::vector<std::string> texts;
  for (const ClauseDeclaration& clause : item.clauses)
    if (clause.access == access) texts.push_back(clause.text);
  return texts;
}

TEST(Thorn, NameAndParameters) {
  const ThornDeclaration thorn = read(wavetoy);
  EXPECT_EQ(thorn.name, "wavetoy");
  EXPECT_EQ(thorn.path, "somewhere/wavetoy.yaml");
  EXPECT_EQ(thorn.description, "Scalar wave equation, second order in space and time");
  EXPECT_THAT(thorn.inherits, ElementsAre("grid"));
  ASSERT_EQ(thorn.parameters.size(), 5u);
  const ParameterDeclaration& wavelength = thorn.parameters[0];
  EXPECT_EQ(wavelength.full_name(), "wavetoy::wavelength");
  EXPECT_EQ(wavelength.allowed(), "real, (0:*)");
  EXPECT_EQ(wavelength.default_value->text(), "2");
  EXPECT_EQ(wavelength.unit, "length");
  EXPECT_EQ(wavelength.where.text(), "somewhere/wavetoy.yaml:7:3");
  EXPECT_THAT(thorn.parameters[1].choices,
              ElementsAre(Pair("standing", "A standing wave"), Pair("gaussian", "A Gaussian pulse at rest"),
                          Pair("plane", "A plane wave")));
  EXPECT_EQ(thorn.parameters[3].steerable, Steerable::always);
  EXPECT_TRUE(thorn.parameters[3].is_array);
  EXPECT_EQ(thorn.parameters[4].length, 3u);
  EXPECT_FALSE(thorn.parameters[4].default_value);
}

TEST(Thorn, Groups) {
  const ThornDeclaration thorn = read(wavetoy);
  ASSERT_EQ(thorn.groups.size(), 3u);
  EXPECT_EQ(thorn.groups[0].group.kind, GroupKind::gf);
  EXPECT_EQ(thorn.groups[0].group.type, Type::real);
  EXPECT_EQ(thorn.groups[0].group.timelevels, 3);
  EXPECT_THAT(thorn.groups[0].variables, ElementsAre("phi"));
  EXPECT_EQ(thorn.groups[1].group.full_name(), "wavetoy::energies");
  const GroupDeclaration& table = thorn.groups[2];
  EXPECT_EQ(table.group.kind, GroupKind::array);
  EXPECT_EQ(table.group.type, Type::integer);
  EXPECT_EQ(table.group.dimension, 2);
  EXPECT_THAT(table.shape, ElementsAre("10", "size"));
  EXPECT_THAT(table.group.tags, ElementsAre(Pair("io", "never")));
}

TEST(Thorn, Functions) {
  const ThornDeclaration thorn = read(wavetoy);
  ASSERT_EQ(thorn.provides.size(), 1u);
  EXPECT_EQ(thorn.provides[0].name, "speed");
  EXPECT_EQ(thorn.provides[0].signature, "double(double, long)");
  ASSERT_EQ(thorn.requires_.size(), 1u);
  EXPECT_EQ(thorn.requires_[0].signature, "double(double)");
}

TEST(Thorn, BlanksOfSignaturesAreFolded) {
  EXPECT_EQ(fold_blanks("double ( double,long )"), "double(double, long)");
  EXPECT_EQ(fold_blanks("  void  (  )  "), "void()");
  EXPECT_EQ(fold_blanks("unsigned   long(const double *, std :: size_t)"), "unsigned long(const double*, std::size_t)");
  EXPECT_EQ(fold_blanks(""), "");
  for (const char* folded : {"double(double, long)", "void()", "const char*(unsigned long, int)"})
    EXPECT_EQ(fold_blanks(folded), folded);
}

TEST(Thorn, ScheduleItems) {
  const ThornDeclaration thorn = read(wavetoy);
  ASSERT_EQ(thorn.schedule.size(), 5u);
  const ItemDeclaration& initial = thorn.schedule[0];
  EXPECT_EQ(initial.kind, ItemKind::kernel);
  EXPECT_EQ(initial.name, "initial");
  EXPECT_EQ(initial.bin, "initial");
  EXPECT_TRUE(initial.device);
  EXPECT_THAT(initial.uses, ElementsAre("wavelength", "shape"));
  EXPECT_THAT(texts(initial, Access::write),
              ElementsAre("phi@0(everywhere)", "phi@1(everywhere)", "phi@2(everywhere)"));

  const ItemDeclaration& boundary = thorn.schedule[2];
  EXPECT_EQ(boundary.target, "boundary");
  EXPECT_EQ(boundary.name, "edge");
  EXPECT_EQ(boundary.in, "after_step");
  EXPECT_EQ(boundary.bin, "");
  EXPECT_THAT(boundary.before, ElementsAre("last"));
  EXPECT_THAT(boundary.after, ElementsAre("evolve", "other::thing"));
  EXPECT_EQ(boundary.if_condition->left, "shape");
  EXPECT_EQ(boundary.if_condition->op, "==");
  EXPECT_EQ(boundary.if_condition->right, "standing");
  EXPECT_EQ(boundary.while_condition->left, "done");
  EXPECT_EQ(boundary.while_condition->op, "false");
  EXPECT_THAT(texts(boundary, Access::write), ElementsAre("phi(boundary)"));
  EXPECT_THAT(boundary.sync, ElementsAre("scalar"));
  EXPECT_THAT(boundary.storage, ElementsAre("energies"));
  EXPECT_THAT(boundary.trigger, ElementsAre("phi"));
  EXPECT_EQ(boundary.mode, Mode::global);
  EXPECT_THAT(boundary.tags, ElementsAre(Pair("colour", "red"), Pair("n", "5")));
  EXPECT_EQ(boundary.where.text(), "somewhere/wavetoy.yaml:39:5");
}

TEST(Thorn, Demands) {
  ErrorList errors;
  const ThornDeclaration thorn = read_thorn_text("thorn: t\nmax_dt: 0.5*dx^2/speed\nrequires_grid: {dimension: [2, 3], "
                                                 "ghosts: 2, boundary_width: 1, centering: cell, periodic: false}\n",
                                                 "t.yaml", errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  ASSERT_TRUE(thorn.max_dt && thorn.requires_grid);
  EXPECT_EQ(thorn.max_dt->expression, "0.5*dx^2/speed");
  EXPECT_THAT(thorn.requires_grid->dimensions, ElementsAre(2, 3));
  EXPECT_EQ(thorn.requires_grid->ghosts, 2);
  EXPECT_EQ(thorn.requires_grid->boundary_width, 1);
  EXPECT_EQ(thorn.requires_grid->centering, "cell");
  EXPECT_EQ(thorn.requires_grid->periodic, false);
}

TEST(Thorn, ClausesFromParametersStandAmongOthers) {
  const ItemDeclaration energy = read(wavetoy).schedule[3];
  EXPECT_EQ(energy.kind, ItemKind::function);
  EXPECT_THAT(energy.every, ElementsAre("energy_every"));
  EXPECT_THAT(texts(energy, Access::read), ElementsAre("phi@0", "phi@1(interior, boundary)"));
  EXPECT_EQ(energy.clauses[1].region, Region::owned);
  ASSERT_EQ(energy.following.size(), 1u);
  EXPECT_EQ(energy.following[0].access, Access::read);
  EXPECT_EQ(energy.following[0].from, "names");
  EXPECT_THAT(energy.following[0].every, ElementsAre("energy_every"));
  EXPECT_EQ(read(wavetoy).schedule[4].kind, ItemKind::group);
  EXPECT_THAT(read(wavetoy).schedule[4].every, ElementsAre("2"));
}

TEST(Thorn, EmptySectionsDeclareNothing) {
  const ThornDeclaration thorn = read("thorn: wavetoy\nparameters:\ngroups:\nschedule:\nprovides:\nrequires:\n");
  EXPECT_TRUE(thorn.parameters.empty());
  EXPECT_TRUE(thorn.groups.empty());
  EXPECT_TRUE(thorn.schedule.empty());
}

} // namespace thorn_test
} // namespace nopal
