#include "core/declarations/each.hpp"
#include "core/declarations/resolve.hpp"

#include "errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace each_test {

using test::errors_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string edge =
    "parameters:\n"
    "  variables: {type: \"string[]\", default: [tag moved]}\n"
    "  kind: {type: keyword, default: flat, choices: {flat: a, fixed: b}}\n"
    "  value: {type: real, default: 0.0}\n"
    "  other: {type: string, default: \"\"}\n"
    "  depth: {type: int, default: 1}\n"
    "schedule:\n"
    "  - {kernel: fill, at: evol, every: 2, each: {u: variables}, bind: {r: moved of u}, uses: [kind, "
    "value], reads: [r], writes: [u(boundary)], sync: [gas::density]}\n";
const std::string gas = "groups:\n"
                        "  density: {type: gf, variables: [rho], tags: {moved: flow, edge: kind=fixed}}\n"
                        "  flow: {type: gf, variables: [vx, vy], tags: {moved: gas::slopes, edge: \"vy: value=2\"}}\n"
                        "  slopes: {type: gf, variables: [ax, ay]}\n";

struct Expanded {
  ErrorList errors;
  std::vector<ThornDeclaration> thorns;

  explicit Expanded(const std::vector<std::string>& list = {}, const std::string& edge_text = edge,
                    const std::string& gas_text = gas) {
    for (const auto& [name, text] : {std::pair{"edge", edge_text}, {"gas", gas_text}})
      thorns.push_back(
          read_thorn_text(std::string("thorn: ") + name + "\n" + text, std::string(name) + ".yaml", errors));
    Parameters parameters;
    declare_parameters(thorns, parameters, errors);
    if (!list.empty()) parameters.set("edge::variables", Value{true, {list.begin(), list.end()}}, {"run.yaml", 7, 3});
    expand_each(thorns, parameters, errors);
  }

  /// Each kernel with what its names stand for, and its values: "fill_gas_vy u=gas::vy r=gas::ay value=2".
  std::vector<std::string> kernels() const {
    std::vector<std::string> all;
    for (const ItemDeclaration& item : thorns[0].schedule) {
      if (item.kind != ItemKind::kernel) continue;
      std::string& text = all.emplace_back(item.name);
      for (const BindingDeclaration& binding : item.bind) text += " " + binding.formal + "=" + binding.source;
      for (const auto& [parameter, value] : item.values) text += " " + parameter.substr(6) + "=" + value.text();
    }
    return all;
  }
};

TEST(Each, AKernelForEachVariableInAGroupOfTheSameName) {
  const Expanded all;
  EXPECT_THAT(all.errors.messages(), IsEmpty());
  EXPECT_THAT(all.kernels(), ElementsAre("fill_gas_rho u=gas::rho r=gas::vx kind=fixed",
                                         "fill_gas_vx u=gas::vx r=gas::ax", "fill_gas_vy u=gas::vy r=gas::ay value=2"));
  const ItemDeclaration& group = all.thorns[0].schedule[0];
  EXPECT_EQ(group.kind, ItemKind::group);
  EXPECT_EQ(group.name, "fill");
  EXPECT_EQ(group.bin, "evol");
  EXPECT_THAT(group.every, ElementsAre("2"));
  EXPECT_THAT(group.sync, ElementsAre("gas::density"));
  const ItemDeclaration& kernel = all.thorns[0].schedule[1];
  EXPECT_EQ(kernel.in, "fill");
  EXPECT_EQ(kernel.compiled, "fill");
  EXPECT_THAT(kernel.every, IsEmpty());
  EXPECT_THAT(kernel.sync, IsEmpty());
}

TEST(Each, LaterEntriesCountMoreThanEarlierOnesAndTags) {
  const Expanded all({"gas::vy", "gas::flow: value=1, kind=fixed", "gas::vx: value=-3e5"});
  EXPECT_THAT(all.errors.messages(), IsEmpty());
  EXPECT_THAT(all.kernels(), ElementsAre("fill_gas_vy u=gas::vy r=gas::ay kind=fixed value=1",
                                         "fill_gas_vx u=gas::vx r=gas::ax kind=fixed value=-3e+05"));
}

TEST(Each, ATagThatNobodyHasGivesNoKernels) {
  const Expanded none({"tag unknown"});
  EXPECT_THAT(none.errors.messages(), IsEmpty());
  EXPECT_THAT(none.kernels(), IsEmpty());
}

TEST(Each, AStringParameterBindsAnotherVariableForEachEntry) {
  std::string text = edge;
  text.replace(text.find("r: moved of u"), 13, "r: other");
  EXPECT_THAT(
      Expanded({"gas::vx: other=gas::ay", "gas::vy"}, text).errors.messages(),
      ElementsAre("edge.yaml:6:3: edge::other is empty, but fill needs it for gas::vy: set it, for this variable as in "
                  "\"gas::vy: other=<thorn>::<variable>\" under edge::variables"));
  text.replace(text.find("default: \"\""), 11, "default: \"gas::ax\"");
  const Expanded all({"gas::vx: other=gas::ay", "gas::vy"}, text);
  EXPECT_THAT(all.errors.messages(), IsEmpty());
  EXPECT_THAT(all.kernels(),
              ElementsAre("fill_gas_vx u=gas::vx r=gas::ay other=gas::ay", "fill_gas_vy u=gas::vy r=other value=2"));
}

TEST(Each, OnlyVariablesForWhichTheConditionHolds) {
  const auto kernels = [](const std::string& with, const std::vector<std::string>& list) {
    std::string text = edge;
    text.replace(text.find("bind: {r: moved of u}"), 21, "with: " + with);
    const Expanded all(list, text);
    EXPECT_THAT(all.errors.messages(), IsEmpty());
    return all.kernels();
  };
  const std::vector<std::string> all{"tag moved"}, fixed{"tag moved", "gas::vx: kind=fixed"};
  EXPECT_THAT(kernels("fixed", all), ElementsAre(HasSubstr("u=gas::rho"))); // the tag of its group says so
  EXPECT_THAT(kernels("not fixed", all), ElementsAre(HasSubstr("u=gas::vx"), HasSubstr("u=gas::vy")));
  EXPECT_THAT(kernels("fixed", fixed), ElementsAre(HasSubstr("u=gas::rho"), HasSubstr("u=gas::vx")));
  EXPECT_THAT(kernels("flat", fixed), ElementsAre(HasSubstr("u=gas::vy"))); // the default of the parameter
  EXPECT_THAT(kernels("flat and fixed", fixed), IsEmpty());
  EXPECT_THAT(kernels("not (flat or fixed)", fixed), IsEmpty());
  EXPECT_THAT(kernels("not (flat and fixed)", fixed), SizeIs(3));
  EXPECT_THAT(kernels("flat or fixed", fixed), SizeIs(3));
}

TEST(Each, WrongEntries) {
  const auto errors = [](const std::string& entry) { return Expanded({entry}).errors.messages(); };
  EXPECT_THAT(errors("gas::rhoo"),
              ElementsAre("run.yaml:7:3: edge::variables lists \"gas::rhoo\", which is no variable or "
                          "group of an active thorn (did you mean \"gas::rho\"?)"));
  EXPECT_THAT(errors("gas::rho: vlaue=1"), ElementsAre("run.yaml:7:3: edge::variables: found \"vlaue=1\", expected "
                                                       "<parameter>=<value> with a parameter of edge (did you mean "
                                                       "\"value\"?)"));
  EXPECT_THAT(errors("gas::rho: value"), ElementsAre(HasSubstr("found \"value\", expected <parameter>=<value>")));
  EXPECT_THAT(errors("gas::rho: value=much"), ElementsAre(HasSubstr("edge::variables: value: found much, expected")));
  EXPECT_THAT(errors("gas::rho: kind=flta"), ElementsAre(HasSubstr("(did you mean \"flat\"?)")));
  EXPECT_THAT(errors("gas::rho: depth=2"), ElementsAre("run.yaml:7:3: edge::variables: depth has one value for all "
                                                       "variables: set it in the section \"edge:\" of the parfile"));
  EXPECT_THAT(errors("gas::slopes"),
              ElementsAre(HasSubstr(
                  "edge uses the tag moved of gas::slopes, which has none: add \"tags: {moved: <group>}\", or "
                  "leave it out of edge::variables")));
  EXPECT_THAT(Expanded({"gas::rho", "gas::slopes"}).kernels(), ElementsAre(HasSubstr("gas::rho")));
}

TEST(Each, AFunctionForEachVariable) {
  const Expanded expanded({"gas::vx", "gas::rho: kind=flat"},
                          "parameters:\n"
                          "  variables: {type: \"string[]\", default: []}\n"
                          "  more: {type: \"string[]\", default: []}\n"
                          "  kind: {type: keyword, default: fixed, choices: {flat: a, fixed: b}}\n"
                          "schedule:\n"
                          "  - {function: turn, at: evol, each: {u: variables}, with: fixed, uses: [kind],\n"
                          "     interpolates: [\"u(interior)\"], reads: {from: more}, writes: [u(boundary)]}\n");
  EXPECT_THAT(expanded.errors.messages(), IsEmpty());
  const std::vector<ItemDeclaration>& items = expanded.thorns[0].schedule;
  ASSERT_THAT(items, SizeIs(2));
  EXPECT_EQ(items[0].kind, ItemKind::group);
  EXPECT_THAT(items[0].following, IsEmpty());
  EXPECT_EQ(items[1].kind, ItemKind::function);
  EXPECT_EQ(items[1].name, "turn_gas_vx");
  EXPECT_EQ(items[1].target, "turn");
  EXPECT_EQ(items[1].bind.front().source, "gas::vx");
  EXPECT_THAT(items[1].following, SizeIs(1));
}

TEST(Each, WrongTags) {
  const auto errors = [](const std::string& tags) {
    return Expanded({}, edge, "groups:\n  g: {type: gf, variables: [a], tags: {" + tags + "}}").errors.messages();
  };
  EXPECT_THAT(errors("moved: nothing"), ElementsAre("gas.yaml:3:3: edge uses the tag moved of gas::g, but nothing is "
                                                    "no group of an active thorn"));
  EXPECT_THAT(errors("moved: g, edge: \"b: value=1\""),
              ElementsAre(HasSubstr("the tag edge of gas::g names \"b\", which is no variable of the group")));
  EXPECT_THAT(errors("moved: g, edge: \"value=x\""), ElementsAre(HasSubstr("the tag edge of gas::g: value: found x")));
}

TEST(Each, TheDeclaration) {
  const auto errors = [](const std::string& keys) {
    return errors_of("parameters: {list: {type: \"string[]\", default: []}, one: {type: string, default: \"\"}, "
                     "kind: {type: keyword, default: flat, choices: {flat: a, fixed: b}}}\n"
                     "schedule: [{kernel: k, at: evol, writes: [u], " +
                     keys + "}]\n");
  };
  EXPECT_THAT(errors("each: {u: list}"), IsEmpty());
  EXPECT_THAT(errors("each: list"),
              ElementsAre(HasSubstr("each: found list, expected {name in the kernel or function: string[]")));
  EXPECT_THAT(errors("each: {u: one}"),
              ElementsAre(HasSubstr("the parameter \"one\" is of type string, expected a string[]")));
  EXPECT_THAT(errors("each: {u: lst}"),
              ElementsAre(HasSubstr("\"lst\" is no parameter of t (did you mean \"list\"?)")));
  EXPECT_THAT(errors("each: {u: list}, bind: {r: rhs of v}"), ElementsAre(HasSubstr("bind: r: found")));
  EXPECT_THAT(errors("each: {u: list}, uses: [kind], with: not (flat or fixed)"), IsEmpty());
  EXPECT_THAT(
      errors("each: {u: list}, with: flat"),
      ElementsAre(HasSubstr("schedule item \"k\": with: found \"flat\", expected a choice of a keyword parameter "
                            "under \"uses\"")));
  EXPECT_THAT(
      errors("each: {u: list}, uses: [kind], with: flat or fxied"),
      ElementsAre(HasSubstr("with: found \"fxied\", expected a choice of a keyword parameter under \"uses\" (did "
                            "you mean \"fixed\"?)")));
  EXPECT_THAT(errors("each: {u: list}, uses: [kind], with: kind == flat"),
              ElementsAre(HasSubstr("with: found \"kind == flat\", expected a choice")));
  EXPECT_THAT(errors("with: flat"),
              ElementsAre(HasSubstr("with: it chooses variables for \"each\", which is not there")));
}

} // namespace each_test
} // namespace nopal
