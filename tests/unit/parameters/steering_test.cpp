#include "core/parameters/steering.hpp"

#include "declared.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace steering_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Parameters output_parameters() {
  ErrorList errors;
  const std::vector<ThornDeclaration> thorns{read_thorn_text(R"yaml(
thorn: tsv
parameters:
  every: {type: int, default: 10, range: "0:*", steerable: always}
  names: {type: "string[]", default: [], steerable: always}
  host: {type: string, default: a, steerable: recover}
  file: {type: string, default: f}
)yaml",
                                                             "tsv.yaml", errors)};
  Parameters parameters;
  declare_parameters(thorns, parameters, errors);
  errors.raise_if_any();
  return parameters;
}

std::vector<std::string> errors_of(const std::string& text) {
  ErrorList errors;
  read_changes(text, "steer.yaml", output_parameters(), errors);
  return errors.messages();
}

TEST(Steering, TellsWhatChanges) {
  const Parameters parameters = output_parameters();
  ErrorList errors;
  const auto changes = read_changes("tsv:\n  every: 3\n  names: [a, b]\n", "steer.yaml", parameters, errors);
  EXPECT_TRUE(errors.empty());
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].parameter, "tsv::every");
  EXPECT_EQ(changes[0].before, "10");
  EXPECT_EQ(changes[0].after, "3");
  EXPECT_EQ(changes[0].where.text(), "steer.yaml:2:10");
  EXPECT_EQ(changes[1].after, "[a, b]");
  EXPECT_EQ(parameters.integer("tsv::every"), 10) << "nothing is set here";
}

TEST(Steering, WhatStaysIsNoChange) {
  ErrorList errors;
  Parameters parameters = output_parameters();
  EXPECT_THAT(read_changes("tsv: {every: 10}", "steer.yaml", parameters, errors), testing::SizeIs(1)) << "a default";
  parameters.set("tsv::every", {false, {std::int64_t{10}}}, {"run.yaml", 1, 1});
  EXPECT_THAT(read_changes("tsv: {every: 10}", "steer.yaml", parameters, errors), IsEmpty());
  EXPECT_TRUE(errors.empty());
}

TEST(Steering, IsCheckedAsAParfile) {
  EXPECT_THAT(errors_of("tsv: {every: -1}"), ElementsAre(HasSubstr("steer.yaml:1:14: tsv::every")));
  EXPECT_THAT(errors_of("tsv: {evry: 1}"), ElementsAre(HasSubstr("did you mean \"every\"?")));
  EXPECT_THAT(errors_of("tvs: {every: 1}"),
              ElementsAre(HasSubstr("\"tvs\" is not an active thorn (did you mean \"tsv\"?)")));
  EXPECT_THAT(errors_of("tsv: 3"), ElementsAre(HasSubstr("expected parameters and their values")));
  EXPECT_THAT(errors_of("[tsv]"), ElementsAre(HasSubstr("expected thorns and their parameters")));
  EXPECT_THAT(errors_of("tsv: {every: 1, every: 2}"), ElementsAre(HasSubstr("is written twice")));
  EXPECT_THAT(errors_of("tsv: {every: ["), testing::SizeIs(1));
}

TEST(Steering, OnlyWhatIsDeclaredSo) {
  EXPECT_THAT(errors_of("tsv: {host: b, file: g}"),
              ElementsAre(HasSubstr("tsv.host may change only when a run goes on from a checkpoint"),
                          HasSubstr("tsv.file may not change: it is not declared steerable")));
}

} // namespace steering_test
} // namespace nopal
