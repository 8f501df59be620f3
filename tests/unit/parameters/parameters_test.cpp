#include "core/parameters/parfile.hpp"
#include "declared.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace parameters_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Parameters, DefaultsByType) {
  const Parameters parameters = test::declared_parameters();
  EXPECT_EQ(parameters.real("wavetoy::wavelength"), 2.0);
  EXPECT_EQ(parameters.string("wavetoy::shape"), "standing");
  EXPECT_EQ(parameters.integer("wavetoy::energy_every"), 0);
  EXPECT_EQ(parameters.real("wavetoy::energy_every"), 0.0);
  EXPECT_FALSE(parameters.boolean("wavetoy::verbose"));
  EXPECT_THAT(parameters.reals("driver::origin"), ElementsAre(0.0, 0.0, 0.0));
  EXPECT_THAT(parameters.booleans("driver::periodic"), IsEmpty());
  EXPECT_FALSE(parameters.is_set("wavetoy::wavelength"));
  EXPECT_EQ(parameters.where("wavetoy::shape").text(), "wavetoy.yaml:5:3");
}

TEST(Parameters, SetValuesAndTheirPlace) {
  Parameters parameters = test::declared_parameters();
  parameters.set("wavetoy::shape", {false, {std::string("plane")}}, {"run.yaml", 4, 10});
  parameters.set("driver::cells", {true, {std::int64_t(4), std::int64_t(5)}}, {"run.yaml", 5, 10});
  EXPECT_EQ(parameters.choice("wavetoy::shape"), 1);
  EXPECT_TRUE(parameters.is_set("wavetoy::shape"));
  EXPECT_EQ(parameters.where("wavetoy::shape").text(), "run.yaml:4:10");
  EXPECT_THAT(parameters.integers("driver::cells"), ElementsAre(4, 5));
  EXPECT_THAT(parameters.reals("driver::cells"), ElementsAre(4.0, 5.0));
}

TEST(Parameters, KnowsThornsAndOrder) {
  const Parameters parameters = test::declared_parameters();
  EXPECT_TRUE(parameters.has_thorn("accelerator"));
  EXPECT_FALSE(parameters.has_thorn("hdf5"));
  EXPECT_EQ(parameters.find("wavetoy::phi"), nullptr);
  std::vector<std::string> names;
  for (const ParameterDeclaration* parameter : parameters.all()) names.push_back(parameter->full_name());
  EXPECT_THAT(names, ElementsAre("driver::cells", "driver::periodic", "driver::origin", "wavetoy::wavelength",
                                 "wavetoy::shape", "wavetoy::energy_every", "wavetoy::title", "wavetoy::verbose",
                                 "wavetoy::limit"));
}

TEST(Parameters, AsksForWhatHasNoDefault) {
  Parameters parameters = test::declared_parameters();
  ErrorList errors;
  parameters.check_complete(errors);
  EXPECT_THAT(errors.messages(),
              ElementsAre("the parameter driver::cells has no default and must be set: add \"cells: ...\" to the "
                          "section \"driver:\" (int[], 1:*); it is declared at driver.yaml:4:3"));
  ErrorList none;
  parameters.refuse("driver::cells"); // its error was reported already
  parameters.check_complete(none);
  EXPECT_TRUE(none.empty());
}

TEST(Parameters, AllowedValuesAsText) {
  const Parameters parameters = test::declared_parameters();
  const auto allowed = [&](const std::string& name) { return parameters.find(name)->allowed(); };
  EXPECT_EQ(allowed("wavetoy::wavelength"), "real, (0:*)");
  EXPECT_EQ(allowed("wavetoy::shape"), "keyword: standing, plane");
  EXPECT_EQ(allowed("wavetoy::energy_every"), "int, -1 or 1:10:3 or 0");
  EXPECT_EQ(allowed("wavetoy::verbose"), "bool, true or false");
  EXPECT_EQ(allowed("driver::origin"), "real[3]");
  EXPECT_EQ(allowed("driver::periodic"), "bool[], true or false");
  EXPECT_EQ(allowed("wavetoy::title"), "string");
}

/// The value of a parameter `n` with words, as `text` gives it, as "number word"; or the error.
std::string word_value(const std::string& text) {
  ErrorList errors;
  const std::vector<ThornDeclaration> thorns{read_thorn_text("thorn: t\nparameters:\n  n: {type: int, default: auto, "
                                                             "range: \"0:9\", words: {auto: -1, many: 9}}\n",
                                                             "t.yaml", errors)};
  Parameters parameters;
  declare_parameters(thorns, parameters, errors);
  errors.raise_if_any();
  Parfile::from_text("thorns: [t]\nt: {n: " + text + "}\n", "run.yaml").apply(parameters, errors);
  if (!errors.empty()) return errors.messages().front();
  return std::to_string(parameters.integer("t::n")) + ' ' + parameters.text("t::n");
}

TEST(Parameters, AWordStandsForANumber) {
  EXPECT_EQ(word_value("auto"), "-1 auto");
  EXPECT_EQ(word_value("\"auto\""), "-1 auto");
  EXPECT_EQ(word_value("many"), "9 many");
  EXPECT_EQ(word_value("9"), "9 many") << "the number of a word is shown as the word";
  EXPECT_EQ(word_value("8"), "8 8");
  EXPECT_EQ(word_value("atuo"),
            "run.yaml:2:8: t::n: found atuo, expected an integer (did you mean \"auto\"?); allowed: "
            "int, 0:9 or auto or many");
  EXPECT_EQ(word_value("-1"), "run.yaml:2:8: t::n: found -1, which is out of range; allowed: int, 0:9 or auto or many");
}

TEST(ParametersDeathTest, UnknownNamesAreBugs) {
  const Parameters parameters = test::declared_parameters();
  EXPECT_DEATH(parameters.real("wavetoy::nothing"), "bug: assertion");
  EXPECT_DEATH(parameters.value("driver::cells"), "bug: assertion");
}

} // namespace parameters_test
} // namespace nopal
