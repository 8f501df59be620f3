#include "core/parameters/value.hpp"

#include "core/yaml/scalars.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

namespace nopal {
namespace value_test {

std::string text_of(Scalar scalar) { return Value{false, {std::move(scalar)}}.text(); }

TEST(Value, ScalarsAsInAParfile) {
  EXPECT_EQ(text_of(true), "true");
  EXPECT_EQ(text_of(std::int64_t(-3)), "-3");
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(2.0), "2");
  EXPECT_EQ(text_of(1e-7), "1e-07");
  EXPECT_EQ(text_of(std::numeric_limits<double>::infinity()), ".inf");
  EXPECT_EQ(text_of(std::string("wavetoy::phi")), "wavetoy::phi");
}

TEST(Value, StringsAreQuotedWhereTheyMust) {
  for (const char* text :
       {"", "5", "true", "null", "a b", "a, b", "key:", "-", "*x", "0x1f", "tab\there", "a\"b", "\\"}) {
    const std::string shown = text_of(std::string(text));
    EXPECT_EQ(shown.front(), '"') << text;
    ErrorList errors;
    const auto node = yaml::parse(shown, "f", errors);
    ASSERT_TRUE(node) << shown;
    EXPECT_EQ(yaml::read_string(*node).value, text) << shown;
  }
}

TEST(Value, ListsAsInAParfile) {
  EXPECT_EQ((Value{true, {std::int64_t(1), std::int64_t(2)}}.text()), "[1, 2]");
  EXPECT_EQ((Value{true, {}}.text()), "[]");
  EXPECT_EQ((Value{true, {std::string("a"), std::string("b c")}}.text()), "[a, \"b c\"]");
}

TEST(Value, RealsReadBackToTheSameBits) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!(value - value == 0)) continue; // not finite
    ErrorList errors;
    const auto node = yaml::parse(text_of(value), "f", errors);
    const auto back = yaml::read_real(*node).value;
    ASSERT_TRUE(back) << text_of(value);
    EXPECT_EQ(std::memcmp(&*back, &value, sizeof value), 0) << text_of(value);
  }
}

} // namespace value_test
} // namespace nopal
