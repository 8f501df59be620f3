#include "core/base/arithmetic.hpp"

#include "core/base/error.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <string>

namespace nopal {
namespace arithmetic_test {

double value(const std::string& text) {
  return evaluate(text, [](std::string_view name) {
    if (name == "dx") return 0.25;
    if (name == "a::speed") return 2.0;
    if (name == "none") return std::numeric_limits<double>::infinity();
    throw Error("no " + std::string(name));
  });
}

std::string error(const std::string& text) {
  try {
    value(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Arithmetic, FollowsTheUsualRules) {
  EXPECT_EQ(value("1 + 2*3"), 7);
  EXPECT_EQ(value("(1 + 2)*3"), 9);
  EXPECT_EQ(value("8/4/2"), 1);
  EXPECT_EQ(value("8 - 4 - 2"), 2);
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("2*-3"), -6);
  EXPECT_EQ(value(" 1.5e-1 +.5 "), 0.65);
  EXPECT_EQ(value("min(3, 2, 4) + max(1) + sqrt(9) + abs(-2)"), 8);
}

TEST(Arithmetic, UsesNames) {
  EXPECT_EQ(value("0.5*dx^2/a::speed"), 0.015625);
  EXPECT_EQ(value("min(dx, none)"), 0.25);
  EXPECT_EQ(value("1/sqrt(1/dx^2 + 1/none^2)"), 0.25);
}

TEST(Arithmetic, ResultsMayBeInfiniteOrNoNumber) {
  EXPECT_EQ(value("1/0"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(value("-none"), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(value("sqrt(-1)")));
  EXPECT_TRUE(std::isnan(value("0/0")));
}

TEST(Arithmetic, ErrorsNameThePlace) {
  EXPECT_EQ(error("1 +"), "\"1 +\": a value is missing at the end");
  EXPECT_EQ(error(""), "\"\": a value is missing at the end");
  EXPECT_EQ(error("2 dx"), "\"2 dx\": \"d\" cannot stand at character 3");
  EXPECT_EQ(error("(1"), "\"(1\": a value is missing at the end");
  EXPECT_EQ(error("1)"), "\"1)\": \")\" cannot stand at character 2");
  EXPECT_EQ(error("1.2.3"), "\"1.2.3\": \"1\" cannot stand at character 1");
  EXPECT_EQ(error("2^"), "\"2^\": a value is missing at the end");
  EXPECT_EQ(error("*2"), "\"*2\": \"*\" cannot stand at character 1");
  EXPECT_EQ(error("min()"), "\"min()\": \")\" cannot stand at character 5");
  EXPECT_EQ(error("max(1,)"), "\"max(1,)\": \")\" cannot stand at character 7");
  EXPECT_EQ(error("1e"), "\"1e\": \"1\" cannot stand at character 1");
  EXPECT_EQ(error("sin(1)"), "\"sin(1)\": there is no function sin; expected min, max, sqrt or abs");
  EXPECT_EQ(error("sqrt(1, 2)"), "\"sqrt(1, 2)\": sqrt has 2 arguments, expected one");
  EXPECT_EQ(error("dx + speed"), "no speed");
  EXPECT_THAT(error(std::string(100'000, '(')), testing::EndsWith("is nested too deeply"));
  EXPECT_THAT(error(std::string(100'000, '-')), testing::EndsWith("is nested too deeply"));
}

} // namespace arithmetic_test
} // namespace nopal
