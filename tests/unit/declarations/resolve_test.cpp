#include "core/declarations/resolve.hpp"

#include "read.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace resolve_test {

using test::thorn;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> check(const std::vector<ThornDeclaration>& thorns) {
  ErrorList errors;
  check_thorns(thorns, errors);
  return errors.messages();
}

struct Built {
  Parameters parameters;
  Variables variables;
  ErrorList errors;

  explicit Built(const std::vector<ThornDeclaration>& thorns) {
    declare_parameters(thorns, parameters, errors);
    variables = build_variables(thorns, parameters, errors);
  }
};

TEST(Resolve, VariablesInOrderOfThorns) {
  const Built built({thorn("b", "groups: {g: {type: gf, variables: [x, y], timelevels: 2}}"),
                     thorn("a", "groups: {g: {type: scalar, variables: [x]}, h: {type: gf, variables: [z]}}")});
  EXPECT_THAT(built.errors.messages(), IsEmpty());
  EXPECT_THAT(built.variables.names(), ElementsAre("b::x", "b::y", "a::x", "a::z", "b::g", "a::g", "a::h"));
  EXPECT_EQ(built.variables.timelevels(1), 2);
}

TEST(Resolve, ShapesFromNumbersAndParameters) {
  const Built built({thorn("base", "parameters: {n: {type: int, default: 4}}"),
                     thorn("a", "inherits: [base]\nparameters: {m: {type: int, default: 5}}\ngroups: {g: {type: array, "
                                "shape: [3, m, n], variables: [x]}}"),
                     thorn("c", "inherits: [base]\ngroups: {g: {type: array, shape: [base::n], variables: [x]}}")});
  EXPECT_THAT(built.errors.messages(), IsEmpty());
  EXPECT_EQ(built.variables.group(0).shape, (Index{3, 5, 4}));
  EXPECT_EQ(built.variables.group(0).dimension, 3);
  EXPECT_EQ(built.variables.group(1).shape, (Index{4, 1, 1}));
}

TEST(Resolve, AnAxisOfTwoInheritedThornsMustSayWhich) {
  const std::string n = "parameters: {n: {type: int, default: 4}}";
  const Built built({thorn("a", n), thorn("b", n),
                     thorn("c", "inherits: [a, b]\ngroups:\n  g: {type: array, shape: [n], variables: [x]}")});
  EXPECT_THAT(built.errors.messages(),
              ElementsAre("c.yaml:4:3: group \"g\": shape: \"n\" may mean a::n or b::n: write the full name"));
}

TEST(Resolve, AnArrayWithAWrongShapeHasOnePoint) {
  const Built built(
      {thorn("a", "parameters:\n  size: {type: int, default: 0}\n  ratio: {type: real, default: 1}\ngroups:\n  f: "
                  "{type: array, shape: [sise], variables: [u]}\n  g: {type: array, shape: [size], variables: [v]}\n  "
                  "h: {type: array, shape: [ratio], variables: [w]}\n  i: {type: array, shape: [4000000000, "
                  "4000000000], variables: [x]}\n  j: {type: array, shape: [7], variables: [y]}\n")});
  EXPECT_THAT(
      built.errors.messages(),
      ElementsAre(
          "a.yaml:6:3: group \"f\": shape: \"sise\" is neither a number nor a parameter of a (did you mean \"size\"?)",
          "a.yaml:7:3: group \"g\": shape: the parameter a::size is 0 (a.yaml:3:3), expected at least 1",
          "a.yaml:8:3: group \"h\": shape: the parameter a::ratio is of type real, expected an int",
          "a.yaml:9:3: group \"i\": shape: this array is too large for any memory"));
  for (int g = 0; g < 4; ++g) EXPECT_EQ(built.variables.group(g).shape, (Index{1, 1, 1})) << g;
  EXPECT_EQ(built.variables.group(4).shape, (Index{7, 1, 1}));
}

TEST(Resolve, AThornThatIsActiveTwiceIsAnError) {
  const std::string text = "parameters: {p: {type: int, default: 1}}\ngroups: {g: {type: gf, variables: [x]}}";
  const Built built({thorn("a", text), thorn("a", text)});
  EXPECT_THAT(built.errors.messages(), ElementsAre("a.yaml: the thorn \"a\" is active twice: activate it once"));
  EXPECT_EQ(built.variables.n_variables(), 1);
}

TEST(Resolve, NameClashesDoNotReachTheVariables) {
  ErrorList errors;
  const ThornDeclaration bad = read_thorn_text(
      "thorn: a\ngroups: {g: {type: gf, variables: [x, x]}, x: {type: gf, variables: [y]}}\n", "a.yaml", errors);
  EXPECT_EQ(errors.messages().size(), 2u);
  build_variables({bad}, Parameters(), errors);
  EXPECT_EQ(errors.messages().size(), 2u); // each message once
}

TEST(Resolve, InheritedThornsAreActive) {
  const ThornDeclaration user = thorn("user", "inherits: [wavetoi]");
  EXPECT_THAT(check({user, thorn("wavetoy", "")}),
              ElementsAre("user.yaml: the thorn user inherits from \"wavetoi\", which is not active (did you mean "
                          "\"wavetoy\"?): add it to \"thorns:\" of the parfile"));
  EXPECT_THAT(check({user, thorn("wavetoi", "")}), IsEmpty());
}

TEST(Resolve, RequiredFunctionsAreProvidedOnce) {
  const ThornDeclaration user = thorn("user", "requires: {speed: \"double(double,long)\"}");
  const ThornDeclaration good = thorn("good", "provides: {speed: \"double ( double , long )\"}");
  const ThornDeclaration other = thorn("other", "provides: {speed: \"double(double)\"}");
  const ThornDeclaration near = thorn("near", "provides: {sped: \"double(double, long)\"}");
  EXPECT_THAT(check({user, good}), IsEmpty());
  EXPECT_THAT(check({user}),
              ElementsAre("user.yaml:2:12: user requires the function \"speed\", double(double, long), but no active "
                          "thorn provides it: add a thorn that provides it to \"thorns:\" of the parfile"));
  EXPECT_THAT(
      check({user, near}),
      ElementsAre("user.yaml:2:12: user requires the function \"speed\", double(double, long), but no active thorn "
                  "provides it (did you mean \"sped\"?): add a thorn that provides it to \"thorns:\" of the parfile"));
  EXPECT_THAT(check({user, other}),
              ElementsAre("user.yaml:2:12: user requires the function \"speed\" as double(double, long), but other "
                          "provides it as double(double) (other.yaml:2:12): write the same signature in both thorns"));
  EXPECT_THAT(check({user, good, other}),
              ElementsAre("other.yaml:2:12: the function \"speed\" is provided by two active thorns: good "
                          "(good.yaml:2:12) and other: activate only one of them"));
}

} // namespace resolve_test
} // namespace nopal
