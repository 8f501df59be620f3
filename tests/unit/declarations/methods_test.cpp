#include "core/declarations/integration.hpp"
#include "core/declarations/resolve.hpp"

#include "errors.hpp"
#include "read.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace nopal {
namespace methods_test {

using test::errors_of;
using test::thorn;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string groups =
    "schedule: [{group: step, at: evol}, {group: calc_rhs, in: step}, {group: post_step, in: step}]\n";

std::string integrator(const std::string& methods, const std::string& choices = "Heun: second order") {
  return "parameters: {method: {type: keyword, default: Heun, choices: {" + choices + "}}}\n" + groups + "methods: {" +
         methods + "}\n";
}

const std::string heun = "Heun: {states: [old], stages: [{time: 0, old: {u: 1}, u: {u: 1, rhs: 1}}, {time: 1, u: {old: "
                         "1/2, u: 1/2, rhs: 1/2}}]}";

const ItemDeclaration& item(const ThornDeclaration& thorn, const std::string& name) {
  const auto found = std::ranges::find(thorn.schedule, name, &ItemDeclaration::name);
  if (found == thorn.schedule.end()) throw std::runtime_error("no item " + name);
  return *found;
}

TEST(Methods, AStageIsAStencilWhoseKernelHasATextOfItsOwn) {
  const ThornDeclaration mol = thorn("mol", integrator(heun));
  ASSERT_EQ(mol.methods.size(), 1);
  EXPECT_THAT(mol.methods[0].states, ElementsAre("old"));
  EXPECT_EQ(item(mol, "Heun_1").kind, ItemKind::stencil);
  EXPECT_EQ(item(mol, "Heun_1").in, "step");
  EXPECT_EQ(item(mol, "Heun_2").update->time, 1);
  EXPECT_EQ(item(mol, "Heun_1_sums").text, "const real u_before = u(i,j,k);\n"
                                           "const real rhs_before = rhs(i,j,k);\n"
                                           "old(i,j,k) = u_before;\n"
                                           "u(i,j,k) = u_before + dt*(rhs_before);\n");
  EXPECT_EQ(item(mol, "Heun_2_sums").text, "const real old_before = old(i,j,k);\n"
                                           "const real u_before = u(i,j,k);\n"
                                           "const real rhs_before = rhs(i,j,k);\n"
                                           "u(i,j,k) = 0.5*old_before + 0.5*u_before + dt*(0.5*rhs_before);\n");
  // The same on the boundary, too, in a kernel of its own.
  const ItemDeclaration& owned = item(mol, "Heun_2_owned");
  EXPECT_EQ(owned.text, item(mol, "Heun_2_sums").text);
  EXPECT_EQ(owned.in, "step");
  EXPECT_EQ(owned.update->time, 1);
  EXPECT_TRUE(owned.launched_by.empty());
  for (const ClauseDeclaration& clause : owned.clauses) EXPECT_EQ(clause.region, Region::interior | Region::boundary);
}

TEST(Methods, ARateIsASumOfRatesWithoutTheTimeStep) {
  const ThornDeclaration mol =
      thorn("mol", integrator("Heun: {rates: [k], stages: [{time: 0, k: {rhs: -1e-20}, u: {k: 3, rhs: 2/4 - 1}}]}"));
  EXPECT_THAT(item(mol, "Heun_1_sums").text, HasSubstr("k(i,j,k) = (-1e-20)*rhs_before;\n"
                                                       "u(i,j,k) = dt*(3.0*k_before + (-0.5)*rhs_before);\n"));
}

std::string error_of(const std::string& methods) {
  const auto errors = errors_of(integrator(methods));
  return errors.size() == 1 ? errors.front() : "found " + std::to_string(errors.size()) + " errors";
}

std::string error_of_stage(const std::string& stage) {
  return error_of("Heun: {states: [old], rates: [k], stages: [" + stage + "]}");
}

TEST(Methods, Errors) {
  EXPECT_THAT(error_of("Heun: {stages: []}"), HasSubstr("expected a list of stages"));
  EXPECT_THAT(error_of("Heun: {}"), HasSubstr("the key \"stages\" is missing"));
  EXPECT_THAT(error_of("Heun: {states: [u], stages: [{time: 0, u: {rhs: 1}}]}"),
              HasSubstr("states: \"u\" has another meaning here: choose another name"));
  EXPECT_THAT(error_of_stage("{time: 0}"), HasSubstr("the stage computes nothing: add a sum"));
  EXPECT_THAT(error_of_stage("{u: {u: 1}, old: {u: 1}}"), HasSubstr("the key \"time\" is missing"));
  EXPECT_THAT(error_of_stage("{time: half, u: {u: 1}}"),
              HasSubstr("time: found half, expected a number such as 0.5, 1/6 or sqrt(2)/2"));
  EXPECT_THAT(
      error_of_stage("{time: 0, odl: {u: 1}}"),
      HasSubstr("a stage cannot store \"odl\" (did you mean \"old\"?); expected u or one of states: and rates:"));
  EXPECT_THAT(error_of_stage("{time: 0, rhs: {u: 1}}"), HasSubstr("a stage cannot store \"rhs\""));
  EXPECT_THAT(error_of_stage("{time: 0, u: 1}"), HasSubstr("u: found 1, expected a sum such as {u: 1, rhs: 1/2}"));
  EXPECT_THAT(error_of_stage("{time: 0, u: {rsh: 1}}"),
              HasSubstr("u: found \"rsh\", expected u, rhs, or one of states: and rates: (did you mean \"rhs\"?)"));
  EXPECT_THAT(error_of_stage("{time: 0, k: {old: 1}}"),
              HasSubstr("k: a right-hand side is a sum of right-hand sides, but \"old\" is a state"));
  EXPECT_THAT(error_of_stage("{time: 0, u: {u: 1/0}}"), HasSubstr("u: u: found 1/0, expected a number"));
}

TEST(Methods, TheThornHasTheParameterAndTheGroups) {
  EXPECT_THAT(errors_of(groups + "methods: {" + heun + "}"),
              ElementsAre(HasSubstr("a thorn with methods has a keyword parameter \"method\" that chooses one")));
  EXPECT_THAT(errors_of(integrator(heun, "Heun: a, Eluer: b")),
              ElementsAre(HasSubstr("the parameter \"method\" has the choice Eluer, which is not declared here")));
  EXPECT_THAT(errors_of(integrator(heun + ", other: {stages: [{time: 0, u: {rhs: 1}}]}")),
              ElementsAre(HasSubstr("other: it is no choice of the parameter \"method\"")));
  EXPECT_THAT(
      errors_of("parameters: {method: {type: keyword, default: Heun, choices: {Heun: a}}}\nmethods: {" + heun + "}"),
      ElementsAre(HasSubstr("add \"- {group: step, at: evol}\" to its schedule"),
                  HasSubstr("add \"- {group: calc_rhs, in: step}\" to its schedule"),
                  HasSubstr("add \"- {group: post_step, in: step}\" to its schedule")));
}

const std::string gas = "groups:\n  gas: {type: gf, variables: [p, v], tags: {rhs: slopes}}\n"
                        "  slopes: {type: gf, variables: [p_dot, v_dot]}\n";

struct Completed {
  ErrorList errors;
  std::vector<ThornDeclaration> thorns;

  explicit Completed(const std::vector<ThornDeclaration>& declared) {
    Parameters parameters;
    declare_parameters(declared, parameters, errors);
    thorns = with_integration(declared, parameters, errors);
  }
};

TEST(Integration, EachVariableGetsAKernelAndItsStates) {
  const Completed completed({thorn("a", gas), thorn("mol", integrator(heun))});
  EXPECT_THAT(completed.errors.messages(), IsEmpty());
  const ThornDeclaration& mol = completed.thorns[1];
  ASSERT_EQ(mol.groups.size(), 1);
  EXPECT_EQ(mol.groups[0].group.name, "a_gas_old");
  EXPECT_FALSE(is_state(mol.groups[0].group));
  EXPECT_THAT(mol.groups[0].variables, ElementsAre("a_p_old", "a_v_old"));
  ASSERT_EQ(item(mol, "Heun_2").stages.size(), 2);
  const ItemDeclaration& kernel = item(mol, "a_v_Heun_2");
  EXPECT_EQ(kernel.compiled, "Heun_2_sums");
  EXPECT_EQ(kernel.stage, 1);
  EXPECT_EQ(kernel.binding("u")->source, "a::v");
  EXPECT_EQ(kernel.binding("rhs")->source, "a::v_dot");
  EXPECT_EQ(kernel.binding("old")->source, "mol::a_v_old");
  EXPECT_THAT(item(mol, "post_step").sync, ElementsAre("a::gas"));
  EXPECT_THAT(mol.inherits, ElementsAre("a"));
}

TEST(Integration, TheBoundaryIfARightHandSideIsWrittenThere) {
  const auto kernels = [](const std::string& clause, const std::string& thorn_name = "a",
                          const std::string& more = "") {
    const std::string schedule =
        "schedule: [{kernel: k, in: \"mol::calc_rhs\", " + more + "writes: [\"" + clause + "\"]}]\n";
    std::vector<ThornDeclaration> thorns;
    if (thorn_name == "a")
      thorns = {thorn("a", gas + schedule)};
    else
      thorns = {thorn("a", gas), thorn(thorn_name, (more.empty() ? "inherits: [a]\n" : "") + schedule)};
    thorns.push_back(thorn("mol", integrator(heun)));
    const Completed completed(thorns);
    EXPECT_THAT(completed.errors.messages(), IsEmpty());
    std::vector<std::string> names; // of the items of the second stage
    for (const ItemDeclaration& each : completed.thorns.back().schedule)
      if (each.update && each.update->stage == 2) {
        std::string& text = names.emplace_back(each.name);
        for (const StageDeclaration& stage : each.stages) text += " " + stage.name;
      }
    return names;
  };
  EXPECT_THAT(kernels("slopes"), ElementsAre("Heun_2 a_p_Heun_2 a_v_Heun_2"));
  EXPECT_THAT(kernels("slopes(owned)"), ElementsAre("a_p_Heun_2_owned", "a_v_Heun_2_owned"));
  EXPECT_THAT(kernels("v_dot(boundary)"), ElementsAre("Heun_2 a_p_Heun_2", "a_v_Heun_2_owned"));
  EXPECT_THAT(kernels("a::v_dot(everywhere)"), ElementsAre("Heun_2 a_p_Heun_2", "a_v_Heun_2_owned"));
  EXPECT_THAT(kernels("v_dot(boundary)", "other"), ElementsAre("Heun_2 a_p_Heun_2", "a_v_Heun_2_owned"));
  EXPECT_THAT(kernels("r(boundary)", "other", "bind: {r: \"a::p_dot\"}, "),
              ElementsAre("Heun_2 a_v_Heun_2", "a_p_Heun_2_owned"));
  EXPECT_THAT(kernels("p(boundary)"),
              ElementsAre("Heun_2 a_p_Heun_2 a_v_Heun_2")); // the state, not its right-hand side
}

TEST(Integration, OnlyTheChosenMethodStays) {
  const std::string text = integrator("Euler: {stages: [{time: 0, u: {u: 1, rhs: 1}}]}, " + heun, "Euler: a, Heun: b");
  const Completed completed({thorn("a", gas), thorn("mol", text)});
  for (const ItemDeclaration& each : completed.thorns[1].schedule) EXPECT_FALSE(each.name.starts_with("Euler"));
  EXPECT_EQ(item(completed.thorns[1], "Heun_1").stages.size(), 2);
}

TEST(Integration, Errors) {
  const auto errors = [](const std::string& groups_of_a) {
    return Completed({thorn("a", groups_of_a), thorn("mol", integrator(heun))}).errors.messages();
  };
  EXPECT_THAT(
      errors("groups:\n  gas: {type: gf, variables: [p], tags: {rhs: slpes}}\n  slopes: {type: gf, variables: [d]}"),
      ElementsAre("a.yaml:3:3: group \"gas\": the tag rhs: slpes names no group of an active thorn (did you mean "
                  "\"a::slopes\"?): write the group of its right-hand sides"));
  EXPECT_THAT(
      errors(
          "groups:\n  gas: {type: gf, variables: [p, q], tags: {rhs: slopes}}\n  slopes: {type: gf, variables: [d]}"),
      ElementsAre("a.yaml:3:3: group \"gas\": the tag rhs: a::gas has 2 variables, but a::slopes has 1: give each "
                  "variable one right-hand side, in the same order"));
  EXPECT_THAT(
      errors("groups:\n  gas: {type: gf, variables: [p, q], tags: {rhs: d}}\n"
             "  d: {type: gf, variables: [d_q_dt, d_p_dt]}"),
      ElementsAre("a.yaml:3:3: group \"gas\": the tag rhs: the variables of a::gas are p, q, but those of a::d are "
                  "d_q_dt, d_p_dt: each variable has the right-hand side at its place, so by their names write "
                  "\"variables: [d_p_dt, d_q_dt]\" there"));
  EXPECT_THAT(errors("groups:\n  gas: {type: gf, variables: [p, q], tags: {rhs: gas}}"),
              ElementsAre(HasSubstr("a group cannot be its own right-hand side")));
  EXPECT_THAT(errors("groups:\n  gas: {type: scalar, variables: [p], tags: {rhs: d}}\n  d: {type: gf, variables: [q]}"),
              ElementsAre(HasSubstr("a::gas is a scalar of type real, but only real grid functions are integrated")));
  EXPECT_THAT(errors("groups:\n  gas: {type: gf, variables: [p], timelevels: 2, tags: {rhs: d}}\n"
                     "  d: {type: gf, variables: [q]}"),
              ElementsAre(HasSubstr("a::gas has 2 timelevels, but the state of a step is kept in one: write")));
  EXPECT_THAT(
      errors("groups: {gas: {type: gf, variables: [p]}}"),
      ElementsAre(HasSubstr("mol integrates the groups with the tag rhs, but no group of an active thorn has it")));
  EXPECT_THAT(
      Completed({thorn("a", gas)}).errors.messages(),
      ElementsAre(HasSubstr("group \"gas\" has the tag rhs, but no active thorn integrates it: add a thorn with "
                            "methods, such as mol")));
  EXPECT_THAT(
      Completed({thorn("a", gas), thorn("mol", integrator(heun)), thorn("lom", integrator(heun))}).errors.messages(),
      ElementsAre(HasSubstr("mol and lom are active, and both integrate in time: activate one of them")));
}

} // namespace methods_test
} // namespace nopal
