#include "core/parameters/parfile.hpp"

#include "declared.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace nopal {
namespace parfile_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string head = "thorns: [wavetoy]\n";

std::vector<std::string> errors_of(const std::string& text, const std::vector<std::string>& overrides = {},
                                   const std::vector<std::string>& available = {}) {
  Parameters parameters = test::declared_parameters();
  ErrorList errors;
  Parfile::from_text(text, "run.yaml", overrides).apply(parameters, errors, available);
  return errors.messages();
}

std::string thrown_by(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    Parfile::from_text(text, "run.yaml", overrides);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Parfile, KeysOfTheParfileAreNoThorns) {
  EXPECT_THAT(errors_of(head, {"thorns.a=1"}),
              ElementsAre("--set thorns.a: \"thorns\" is a key of the parfile itself, not a thorn: write it there"));
}

TEST(Parfile, ManyErrorsAreCounted) {
  std::string text = head + "wavetoy:\n";
  for (int key = 0; key < 200'000; ++key) text += "  key" + std::to_string(key) + ": 1\n";
  Parameters parameters = test::declared_parameters();
  ErrorList errors;
  Parfile::from_text(text, "run.yaml").apply(parameters, errors);
  EXPECT_EQ(errors.messages().size(), 200'000);
  try {
    errors.raise_if_any();
    ADD_FAILURE();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 100);
    EXPECT_THAT(message, ::testing::EndsWith("\n199900 more errors"));
  }
}

TEST(Parfile, ThornsHaveABound) {
  std::string text = "thorns: [t";
  for (int thorn = 0; thorn < 1000; ++thorn) text += ", t" + std::to_string(thorn);
  EXPECT_THAT(errors_of(text + "]\n"), ElementsAre("run.yaml:1:9: thorns: found 1001 names, expected at most 1000"));
}

TEST(Parfile, SetsValuesOfEveryType) {
  const Parfile parfile = Parfile::from_text(R"(description: A test
thorns: [wavetoy]
driver:
  cells: [4, 5]
  periodic: [true, false]
  origin: [0, 0.5, -1e3]
wavetoy:
  wavelength: 3
  shape: plane
  energy_every: 7
  title: "5"
  verbose: true
  limit: .inf
accelerator:
)",
                                             "run.yaml");
  Parameters parameters = test::declared_parameters();
  ErrorList errors;
  parfile.apply(parameters, errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  EXPECT_EQ(parfile.description(), "A test");
  EXPECT_THAT(parfile.thorns(), ElementsAre("wavetoy"));
  EXPECT_EQ(parfile.thorn_location("wavetoy").text(), "run.yaml:2:10");
  EXPECT_EQ(parameters.real("wavetoy::wavelength"), 3.0);
  EXPECT_TRUE(std::holds_alternative<double>(parameters.value("wavetoy::wavelength").items.front()));
  EXPECT_EQ(parameters.choice("wavetoy::shape"), 1);
  EXPECT_EQ(parameters.integer("wavetoy::energy_every"), 7);
  EXPECT_EQ(parameters.string("wavetoy::title"), "5");
  EXPECT_TRUE(parameters.boolean("wavetoy::verbose"));
  EXPECT_EQ(parameters.real("wavetoy::limit"), std::numeric_limits<double>::infinity());
  EXPECT_THAT(parameters.integers("driver::cells"), ElementsAre(4, 5));
  EXPECT_THAT(parameters.booleans("driver::periodic"), ElementsAre(true, false));
  EXPECT_THAT(parameters.reals("driver::origin"), ElementsAre(0.0, 0.5, -1000.0));
  EXPECT_EQ(parameters.where("wavetoy::shape").text(), "run.yaml:9:10");
}

TEST(Parfile, KeepsTheOrderOfThorns) {
  EXPECT_THAT(Parfile::from_text("thorns: [tsv, wavetoy, hdf5]", "run.yaml").thorns(),
              ElementsAre("tsv", "wavetoy", "hdf5"));
}

TEST(Parfile, AllErrorsAtOnce) {
  EXPECT_THAT(
      errors_of(R"(thorns: [wavetoy, wavetoy, driver, 2d]
wavetoi: {wavelength: 1}
wavetoy:
  wavelenght: 2
  wavelength: -1
  shape: standin
  shape: plane
  energy_every: 2
  title: 5
  verbose: yes
driver:
  cells: [10, 1e2, 010]
  periodic: true
  origin: [1, 2]
)"),
      ElementsAre(
          "run.yaml:7:3: the key \"shape\" is written twice; the first one is at run.yaml:6:3: remove one of them",
          "run.yaml:1:19: thorns: wavetoy is listed twice; the first one is at run.yaml:1:10: remove one of them",
          "run.yaml:1:28: thorns: driver is always active: remove it from the list",
          "run.yaml:1:36: thorns: found \"2d\"; a name is a letter followed by letters, digits and underscores",
          "run.yaml:2:1: \"wavetoi\" is not an active thorn (did you mean \"wavetoy\"?); the active thorns are "
          "wavetoy, driver, accelerator",
          "run.yaml:4:3: wavetoy has no parameter \"wavelenght\" (did you mean \"wavelength\"?); \"nopal describe "
          "wavetoy\" lists them",
          "run.yaml:5:15: wavetoy::wavelength: found -1, which is out of range; allowed: real, (0:*)",
          "run.yaml:6:10: wavetoy::shape: found \"standin\", which is not among the choices (did you mean "
          "\"standing\"?); allowed: keyword: standing, plane",
          "run.yaml:8:17: wavetoy::energy_every: found 2, which is out of range; allowed: int, -1 or 1:10:3 or 0",
          "run.yaml:9:10: wavetoy::title: found the number 5, expected a string: write \"5\"; allowed: string",
          "run.yaml:10:12: wavetoy::verbose: found yes, expected true or false: write true; allowed: bool, true or "
          "false",
          "run.yaml:12:15: driver::cells: found 1e2, expected an integer: write 100; allowed: int[], 1:*",
          "run.yaml:12:20: driver::cells: found 010, whose leading zero is ambiguous: write 10 or 8; allowed: int[], "
          "1:*",
          "run.yaml:13:13: driver::periodic: found true, expected a list: write [true]; allowed: bool[], true or false",
          "run.yaml:14:11: driver::origin: found 2 values, expected 3; allowed: real[3]"));
}

TEST(Parfile, WrongShapesOfValues) {
  EXPECT_THAT(
      errors_of(head + "wavetoy:\n  wavelength: [1, 2]\n  shape: {a: 1}\n  verbose:\n  title: [a]\n  limit: nan\n"),
      ElementsAre(
          "run.yaml:3:15: wavetoy::wavelength: found a list of 2 values, expected one value; allowed: real, (0:*)",
          "run.yaml:4:10: wavetoy::shape: found a mapping, expected one of the choices; allowed: keyword: standing, "
          "plane",
          "run.yaml:5:3: wavetoy::verbose: found nothing, expected true or false: write one, or remove the key; "
          "allowed: bool, true or false",
          "run.yaml:6:10: wavetoy::title: found a list of 1 value, expected one value; allowed: string",
          "run.yaml:7:10: wavetoy::limit: found nan, expected a finite number; allowed: real, 0:inf"));
  EXPECT_THAT(errors_of(head + "wavetoy: 5\n"),
              ElementsAre("run.yaml:2:10: wavetoy: found 5, expected parameters and their values"));
}

TEST(Parfile, SectionsOfThornsThatAreNotActive) {
  const std::string problem = " is not active: add it to \"thorns:\", or remove its parameters";
  EXPECT_THAT(errors_of(head + "hdf5: {every: 5}\n", {"tsv.every=1"}, {"hdf5", "tsv", "wavetoy"}),
              ElementsAre("run.yaml:2:1: the thorn hdf5" + problem, "--set tsv.every: the thorn tsv" + problem));
}

TEST(Parfile, SectionsOfThornsThatCouldNotBeReadAreNotJudged) {
  EXPECT_THAT(errors_of("thorns: [wavetoy, broken]\nbroken: {x: 1}\n", {"broken.y=2"}), IsEmpty());
}

TEST(Parfile, AThornWithoutParametersSaysSo) {
  EXPECT_THAT(errors_of(head + "accelerator: {x: 1}\n"),
              ElementsAre("run.yaml:2:15: accelerator has no parameter \"x\"; it has no parameters"));
}

TEST(Parfile, OverridesWinAndTheLastOneCounts) {
  Parameters parameters = test::declared_parameters();
  ErrorList errors;
  const std::vector<std::string> overrides{"wavetoy.wavelength=4", "driver.cells=[7, 8]", "wavetoy.wavelength=5",
                                           "wavetoy.title=a=b"};
  Parfile::from_text(head + "wavetoy: {wavelength: 3}\n", "run.yaml", overrides).apply(parameters, errors);
  EXPECT_THAT(errors.messages(), IsEmpty());
  EXPECT_EQ(parameters.real("wavetoy::wavelength"), 5.0);
  EXPECT_THAT(parameters.integers("driver::cells"), ElementsAre(7, 8));
  EXPECT_EQ(parameters.string("wavetoy::title"), "a=b");
  EXPECT_EQ(parameters.where("wavetoy::wavelength").text(), "--set wavetoy.wavelength");
}

TEST(Parfile, ErrorsOfOverrides) {
  EXPECT_THAT(
      errors_of(head, {"wavetoy.wavelength=-1", "wavetoy.wavelenght=1", "wavetoy", "wavelength=1", "a::b.c=1",
                       "driver.cells=[1", "wavetoy.verbose=", "wavetoy.title=a: b", "=", ""}),
      ElementsAre(
          "--set wavetoy: found no \"=\"; write --set thorn.parameter=value",
          "--set wavelength=1: found \"wavelength\" without a \".\" between thorn and parameter; write --set "
          "thorn.parameter=value",
          "--set a::b.c=1: found \"a::b.c\", which does not name a thorn and a parameter; write --set "
          "thorn.parameter=value",
          "--set driver.cells: this is not valid YAML: a list that begins with [ is not closed by ]",
          "--set =: found \"\" without a \".\" between thorn and parameter; write --set thorn.parameter=value",
          "--set : found no \"=\"; write --set thorn.parameter=value",
          "--set wavetoy.wavelength: wavetoy::wavelength: found -1, which is out of range; allowed: real, (0:*)",
          "--set wavetoy.wavelenght: wavetoy has no parameter \"wavelenght\" (did you mean \"wavelength\"?); \"nopal "
          "describe wavetoy\" lists them",
          "--set wavetoy.verbose: wavetoy::verbose: found nothing, expected true or false: write one, or remove the "
          "key; allowed: bool, true or false",
          "--set wavetoy.title: wavetoy::title: found a mapping, expected a string; allowed: string"));
}

TEST(Parfile, TheListOfThorns) {
  EXPECT_THAT(
      errors_of("description: none\n"),
      ElementsAre(
          "run.yaml:1:1: the key \"thorns\" is missing: write the active thorns, such as \"thorns: [wavetoy]\""));
  EXPECT_THAT(errors_of("thorns: wavetoy\n"),
              ElementsAre("run.yaml:1:9: thorns: found wavetoy, expected a list of names: write [wavetoy]"));
  EXPECT_THAT(errors_of("thorns:\n"),
              ElementsAre("run.yaml:1:1: thorns: found nothing, expected a list of names: write [] for none"));
  EXPECT_THAT(errors_of("thorns: [[a]]\ndescription: 5\n"),
              ElementsAre("run.yaml:2:14: description: found the number 5, expected a string: write \"5\"",
                          "run.yaml:1:10: thorns: found a list, expected a name"));
  EXPECT_THAT(errors_of("thorns: []\n"), IsEmpty());
}

TEST(Parfile, WhatIsNoParfileIsThrown) {
  EXPECT_EQ(
      thrown_by(""),
      "run.yaml:1:1: this parfile is empty; expected keys such as \"thorns: [wavetoy]\" and a section for each thorn");
  EXPECT_EQ(thrown_by("- a\n"),
            "run.yaml:1:1: found a list; expected keys such as \"thorns: [wavetoy]\" and a section for each thorn");
  EXPECT_EQ(thrown_by("thorns: [a\n"),
            "run.yaml:1:9: this is not valid YAML: a list that begins with [ is not closed by ]");
  EXPECT_EQ(
      thrown_by("thorns: []\n---\nthorns: []\n"),
      "run.yaml:2:1: found the start of a second YAML document: write one document in each file (remove the \"---\")");
  EXPECT_THROW(Parfile("no/such/parfile.yaml", {}), Error);
  EXPECT_THROW(Parfile(::testing::TempDir(), {}), Error);
}

} // namespace parfile_test
} // namespace nopal
