#include "core/variables/variables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Group group_of(const std::string& thorn, const std::string& name, int timelevels = 1) {
  Group group;
  group.thorn = thorn;
  group.name = name;
  group.timelevels = timelevels;
  return group;
}

TEST(Variables, NumbersInOrderAndFindsByFullName) {
  Variables variables;
  EXPECT_EQ(variables.add_group(group_of("wavetoy", "scalar", 3), {"phi", "psi"}), 0);
  EXPECT_EQ(variables.add_group(group_of("other", "scalar"), {"phi"}), 1);
  EXPECT_EQ(variables.n_variables(), 3);
  EXPECT_EQ(variables.n_groups(), 2);
  EXPECT_EQ(variables.find_variable("wavetoy::psi"), 1);
  EXPECT_EQ(variables.find_variable("other::phi"), 2);
  EXPECT_EQ(variables.find_variable("phi"), std::nullopt);
  EXPECT_EQ(variables.find_group("other::scalar"), 1);
  EXPECT_EQ(variables.timelevels(1), 3);
  EXPECT_EQ(variables.full_name(2), "other::phi");
  EXPECT_EQ(variables.text({1, 2}), "wavetoy::psi@2");
  EXPECT_EQ(variables.group_of(2).full_name(), "other::scalar");
}

TEST(Variables, AGroupStandsForItsVariables) {
  Variables variables;
  variables.add_group(group_of("a", "g"), {"x", "y"});
  EXPECT_THAT(variables.resolve("a::g"), ElementsAre(0, 1));
  EXPECT_THAT(variables.resolve("a::y"), ElementsAre(1));
  EXPECT_THAT(variables.resolve("a::z"), IsEmpty());
  EXPECT_THAT(variables.names(), ElementsAre("a::x", "a::y", "a::g"));
}

TEST(Variables, OnlyGridFunctionsHaveRegionsInTheirText) {
  Variables variables;
  Group group = group_of("a", "g");
  variables.add_group(group, {"x"});
  group.name = "h";
  group.kind = GroupKind::scalar;
  variables.add_group(group, {"s"});
  EXPECT_EQ(variables.text({0, 1}, Region::ghosts), "a::x@1 (ghosts)");
  EXPECT_EQ(variables.text({1, 0}, Region::interior), "a::s@0");
}

TEST(Variables, SizesAndNamesOfTypes) {
  EXPECT_EQ(size_of(Type::real), 8u);
  EXPECT_EQ(size_of(Type::integer), 8u);
  EXPECT_EQ(size_of(Type::complex), 16u);
  EXPECT_EQ(to_string(Type::integer), "int");
  EXPECT_EQ(to_string(GroupKind::gf), "gf");
}

TEST(VariablesDeathTest, ASecondVariableOfOneNameIsABug) {
  Variables variables;
  variables.add_group(group_of("a", "g"), {"x"});
  EXPECT_DEATH(variables.add_group(group_of("a", "h"), {"x"}), "bug: assertion");
}

TEST(Variables, TemporaryGroupsAreNoState) {
  Group group = group_of("a", "g");
  EXPECT_TRUE(is_state(group));
  group.tags["checkpoint"] = "no";
  EXPECT_FALSE(is_state(group));
  group.tags.clear();
  group.temporary = true;
  EXPECT_FALSE(is_state(group));
}

} // namespace
} // namespace nopal
