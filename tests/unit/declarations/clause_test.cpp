#include "core/declarations/thorn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nopal {
namespace clause_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ClauseDeclaration clause_of(const std::string& text) {
  ErrorList errors;
  const auto clause = parse_clause(text, {"t.yaml", 3, 4}, errors);
  EXPECT_TRUE(errors.empty()) << errors.messages().front();
  return clause.value_or(ClauseDeclaration());
}

TEST(Clause, NameTimelevelAndRegion) {
  const ClauseDeclaration name = clause_of("phi");
  EXPECT_EQ(name.name, "phi");
  EXPECT_FALSE(name.timelevel);
  EXPECT_FALSE(name.region);
  EXPECT_EQ(name.where.text(), "t.yaml:3:4");

  const ClauseDeclaration full = clause_of("wavetoy::phi@12(boundary)");
  EXPECT_EQ(full.name, "wavetoy::phi");
  EXPECT_EQ(full.timelevel, 12);
  EXPECT_EQ(full.region, Region::boundary);
  EXPECT_EQ(full.text, "wavetoy::phi@12(boundary)");

  EXPECT_EQ(clause_of("phi@0").timelevel, 0);
  EXPECT_EQ(clause_of("phi(everywhere)").region, Region::everywhere);
}

TEST(Clause, ListsOfRegionsAndBlanks) {
  EXPECT_EQ(clause_of("phi(boundary, ghosts)").region, Region::boundary | Region::ghosts);
  EXPECT_EQ(clause_of("phi(interior,boundary)").region, Region::owned);
  EXPECT_EQ(clause_of("  phi @1 ( owned ) ").timelevel, 1);
  EXPECT_EQ(clause_of("  phi @1 ( owned ) ").region, Region::owned);
}

TEST(Clause, ErrorsShowTheGrammar) {
  const auto check = [](const std::string& text, const std::string& why) {
    ErrorList errors;
    EXPECT_FALSE(parse_clause(text, {"t.yaml", 3, 4}, errors)) << text;
    EXPECT_THAT(errors.messages(),
                ElementsAre("t.yaml:3:4: clause \"" + text + "\": " + why +
                            "; a clause is variable[@timelevel][<extent>][(region)], such as phi, phi@1, "
                            "phi<-1:1>, phi@0(interior)"));
  };
  const std::string regions = "; regions are interior, boundary, ghosts, owned, everywhere";
  check("", "\"\" is not the name of a variable or group");
  check("2phi", "\"2phi\" is not the name of a variable or group");
  check("a::b::c", "\"a::b::c\" is not the name of a variable or group");
  check("phi@", "the timelevel \"\" is not a number 0, 1, 2, ...");
  check("phi@-1", "the timelevel \"-1\" is not a number 0, 1, 2, ...");
  check("phi@01", "the timelevel \"01\" is not a number 0, 1, 2, ...");
  check("phi@99999999999", "the timelevel \"99999999999\" is not a number 0, 1, 2, ...");
  check("phi(interoir)", "\"interoir\" is not a region (did you mean \"interior\"?)" + regions);
  check("phi()", "\"\" is not a region" + regions);
  check("phi(interior,)", "\"\" is not a region" + regions);
  check("phi(interior, owned)", "the region \"owned\" is already part of the list");
  check("phi(boundary",
        "the clause does not end with \")\": close the bracket, and put a clause with a comma in quotes");
  check("phi(interior) x", "found \"x\" after \"(interior)\": remove it");
  check("ghosts)", "\"ghosts)\" is not the name of a variable or group");
}

TEST(Clause, TheOrderOfItsPartsIsFixed) {
  const auto order = "timelevel, extent and region stand in this order: write ";
  const std::pair<const char*, std::string> wrong[] = {
      {"phi(interior)<1:2>", order + std::string("\"phi<1:2>(interior)\"")},
      {"phi(interior)@1", order + std::string("\"phi@1(interior)\"")},
      {"phi <0:1> @2", order + std::string("\"phi@2<0:1>\"")},
      {"phi(owned)<0:1>@2", order + std::string("\"phi@2<0:1>(owned)\"")},
      {"phi(interior)(boundary)", "found both \"(interior)\" and \"(boundary)\": remove one of them"},
      {"phi<0:1>(owned)<1:2>", "found both \"<0:1>\" and \"<1:2>\": remove one of them"},
      {"phi@1@2", "found both \"@1\" and \"@2\": remove one of them"},
  };
  for (const auto& [text, message] : wrong) {
    ErrorList errors;
    EXPECT_FALSE(parse_clause(text, {"t.yaml", 3, 4}, errors)) << text;
    EXPECT_THAT(errors.messages(), ElementsAre(HasSubstr("clause \"" + std::string(text) + "\": " + message + ";")));
  }
}

TEST(Clause, Extents) {
  EXPECT_FALSE(clause_of("phi").extent);
  EXPECT_EQ(clause_of("phi<0>").extent, Extent());
  EXPECT_EQ(clause_of("phi<-1:1, -2:0>").extent, (Extent{{-1, -2, 0}, {1, 0, 0}}));
  const ClauseDeclaration full = clause_of(" wavetoy::phi @ 1 < 0 , -1 : 2 > ( interior, boundary ) ");
  EXPECT_EQ(full.name, "wavetoy::phi");
  EXPECT_EQ(full.timelevel, 1);
  EXPECT_EQ(full.extent, (Extent{{0, -1, 0}, {0, 2, 0}}));
  EXPECT_EQ(full.region, Region::owned);
}

TEST(Clause, ErrorsInExtents) {
  const std::pair<const char*, const char*> wrong[] = {
      {"phi<-1:1", "the extent does not end with \">\": close the bracket, and put a clause with a comma in quotes;"},
      {"phi<-1:1(interior)", "the extent does not end with \">\""},
      {"phi<1>", "the extent \"<1>\" has one offset, 1, for an axis: write 1:1 if the kernel reads only there;"},
      {"phi<>", "the extent \"<>\" has an axis without offsets"},
      {"phi<1:-1>", "the extent \"<1:-1>\" has the lower offset 1 above the upper offset -1"},
      {"<-1:1>", "\"\" is not the name of a variable or group;"},
      {"-1:1>", "\"-1:1>\" is not the name of a variable or group;"},
  };
  for (const auto& [text, message] : wrong) {
    ErrorList errors;
    EXPECT_FALSE(parse_clause(text, {"t.yaml", 3, 4}, errors)) << text;
    EXPECT_THAT(errors.messages(), ElementsAre(HasSubstr("clause \"" + std::string(text) + "\": " + message)));
  }
}

} // namespace clause_test
} // namespace nopal
