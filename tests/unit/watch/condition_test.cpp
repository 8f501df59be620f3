#include "io/termination/condition.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace nopal::termination {
namespace {

using testing::HasSubstr;

std::string error_of(const std::string& text) {
  try {
    parse_condition(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(TerminationCondition, ReadsAQuantityAComparisonAndANumber) {
  const Condition norm = parse_condition("norm2(wavetoy::phi) < 1e-6");
  EXPECT_EQ(norm.quantity.reduction, Reduction::norm2);
  EXPECT_EQ(norm.quantity.variable, "wavetoy::phi");
  EXPECT_FALSE(norm.quantity.change);
  EXPECT_EQ(norm.quantity.character, 7);
  EXPECT_EQ(norm.comparison, Comparison::less);
  EXPECT_EQ(norm.limit, 1e-6);
  EXPECT_EQ(norm.text, "norm2(wavetoy::phi) < 1e-6");

  const Condition scalar = parse_condition("a::b>=-5");
  EXPECT_FALSE(scalar.quantity.reduction);
  EXPECT_EQ(scalar.quantity.variable, "a::b");
  EXPECT_EQ(scalar.comparison, Comparison::greater_or_equal);
  EXPECT_EQ(scalar.limit, -5);
}

TEST(TerminationCondition, ReadsEveryReductionAndComparison) {
  for (const Reduction reduction : {Reduction::min, Reduction::max, Reduction::sum, Reduction::average,
                                    Reduction::norm1, Reduction::norm2, Reduction::norm_inf})
    EXPECT_EQ(parse_condition(to_string(reduction) + "(a::b) > 0").quantity.reduction, reduction);
  const std::pair<std::string, Comparison> all[] = {
      {"<", Comparison::less},   {"<=", Comparison::less_or_equal},    {">", Comparison::greater},
      {"==", Comparison::equal}, {">=", Comparison::greater_or_equal}, {"!=", Comparison::unequal}};
  for (const auto& [sign, comparison] : all)
    EXPECT_EQ(parse_condition("a::b " + sign + " 1").comparison, comparison) << sign;
}

TEST(TerminationCondition, ReadsChanges) {
  const Condition both = parse_condition("  change ( max( a1::b_2 ) )\t<= +0.5 ");
  EXPECT_TRUE(both.quantity.change);
  EXPECT_EQ(both.quantity.reduction, Reduction::max);
  EXPECT_EQ(both.quantity.text(), "change(max(a1::b_2))");
  EXPECT_EQ(both.limit, 0.5);
  EXPECT_EQ(parse_condition("change(a::b) < 1").quantity.text(), "change(a::b)");
  EXPECT_EQ(parse_condition("a::b < 1").quantity.text(), "a::b");
}

TEST(TerminationCondition, ErrorsSayWhereAndWhat) {
  const std::string grammar = "; a condition has a quantity, one of < <= > >= == !=, and a number, such as ";
  EXPECT_THAT(
      error_of("norm(wavetoy::phi) < 1"),
      HasSubstr("\"norm(wavetoy::phi) < 1\": character 1: \"norm\" is not a reduction (did you mean \"norm1\"?); "
                "expected one of min, max, sum, average, norm1, norm2, norm_inf, or change( ) of a quantity" +
                grammar));
  const auto expect = [&](const std::string& text, int character, const std::string& message) {
    EXPECT_THAT(error_of(text), HasSubstr("\"" + text + "\": character " + std::to_string(character) + ": " + message))
        << text;
    EXPECT_THAT(error_of(text), HasSubstr(grammar)) << text;
  };
  expect("", 1, "a quantity is missing");
  expect("  ", 3, "a quantity is missing");
  expect("1e-6 > max(a::b)", 1, "this is a number: write the quantity first and the number last");
  expect("-a::b > 1", 1, "this is a number");
  expect("(a::b) > 1", 1, "a name is expected, found '(a::b) > 1'");
  expect("max() > 1", 5, "a name is expected, found ') > 1'");
  expect("max(", 5, "a name is expected;");
  expect("max(phi) < 1", 5, "\"phi\" is not a full name: write the thorn and the variable, such as wavetoy::phi");
  expect("max(a:b) < 1", 5, "\"a:b\" is not a full name");
  expect("a::b::c < 1", 1, "\"a::b::c\" is not a full name");
  expect("::b < 1", 1, "\"::b\" is not a full name");
  expect("a:: < 1", 1, "\"a::\" is not a full name");
  expect("max(a::b@1) < 1", 9, "remove the timelevel");
  expect("max(a::b < 1", 10, "a closing bracket ) is expected, found '< 1'");
  expect("max(a::b) 1", 11, "a comparison is expected, found '1'");
  expect("max(a::b) = 1", 11, "a comparison is expected, found '= 1'");
  expect("max(a::b) =< 1", 11, "a comparison is expected, found '=< 1'");
  expect("max(a::b) <> 1", 11, "a comparison is expected, found '<> 1'");
  expect("max(a::b)", 10, "a comparison is expected;");
  expect("max(a::b) <", 12, "a number is expected;");
  expect("max(a::b) < x", 13, "a finite number is expected, found 'x'");
  expect("max(a::b) < nan", 13, "a finite number is expected");
  expect("max(a::b) < inf", 13, "a finite number is expected");
  expect("max(a::b) < 1e999", 13, "the number is too large or too small");
  expect("max(a::b) < +-1", 13, "a finite number is expected");
  expect("max(a::b) < 1 and min(a::b) > 0", 15, "the condition should end here: write one condition in each text");
  expect("max(a::b) < 1,5", 14, "the condition should end here");
  expect("max(min(a::b)) < 1", 5, "a reduction of a reduction is not a quantity");
  expect("max(change(a::b)) < 1", 5, "write \"change\" only once, around everything else");
  expect("change(change(a::b)) < 1", 8, "write \"change\" only once, around everything else");
}

TEST(TerminationCondition, HoldsOrNot) {
  const auto at = [](const std::string& sign, double value) {
    return holds(parse_condition("a::b " + sign + " 2"), {.real = value});
  };
  const double values[] = {1.0, 2.0, 3.0};
  const std::pair<std::string, std::vector<bool>> expected[] = {
      {"<", {true, false, false}}, {"<=", {true, true, false}},  {">", {false, false, true}},
      {">=", {false, true, true}}, {"==", {false, true, false}}, {"!=", {true, false, true}}};
  for (const auto& [sign, holding] : expected) {
    for (std::size_t n = 0; n < 3; ++n) EXPECT_EQ(at(sign, values[n]), holding[n]) << values[n] << sign;
    EXPECT_EQ(at(sign, std::nan("")), sign == "!=") << sign;
  }
  EXPECT_TRUE(at(">", std::numeric_limits<double>::infinity()));
}

TEST(TerminationCondition, IntegersAreNotRounded) {
  const auto at = [](const std::string& rest, Int128 value) {
    return holds(parse_condition("a::b " + rest), {.real = static_cast<double>(value), .integer = value});
  };
  constexpr Int128 large = Int128{1} << 53;
  EXPECT_TRUE(at("== 9007199254740993", large + 1));
  EXPECT_FALSE(at("== 9007199254740993", large));
  EXPECT_FALSE(at("== 9007199254740992", large + 1));
  EXPECT_TRUE(at("> 9007199254740992", large + 1));
  EXPECT_TRUE(at("> 9.007199254740992e15", large + 1));
  EXPECT_TRUE(at("< -9007199254740992", -large - 1));
  constexpr Int128 huge = Int128{17} * 1'000'000'000'000'000'000 * 1'000'000'000'000'000'000 + 1;
  EXPECT_TRUE(at("== +17000000000000000000000000000000000001", huge));
  EXPECT_FALSE(at("== 17000000000000000000000000000000000000", huge));
  EXPECT_TRUE(at("> 2.5", 3));
  EXPECT_FALSE(at("== 2.5", 2));
  EXPECT_TRUE(at("< 1e300", large));
}

TEST(TerminationCondition, NoValueMeetsNoCondition) {
  for (const char* sign : {"<", "<=", ">", ">=", "==", "!="})
    EXPECT_FALSE(holds(parse_condition(std::string("a::b ") + sign + " 2"), {.none = true})) << sign;
}

} // namespace
} // namespace nopal::termination
