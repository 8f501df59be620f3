#include "core/yaml/scalars.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace nopal::yaml {
namespace {

Node node_of(const std::string& text) {
  ErrorList errors;
  const auto root = parse("v: " + text, "f.yaml", errors);
  EXPECT_TRUE(errors.empty()) << errors.messages().front();
  return root ? root->find("v")->value : Node();
}

std::string problem_of_bool(const std::string& text) { return read_bool(node_of(text)).problem; }
std::string problem_of_integer(const std::string& text) { return read_integer(node_of(text)).problem; }
std::string problem_of_real(const std::string& text) { return read_real(node_of(text)).problem; }
std::string problem_of_string(const std::string& text) { return read_string(node_of(text)).problem; }

TEST(Scalars, BoolIsTrueOrFalse) {
  EXPECT_EQ(read_bool(node_of("true")).value, true);
  EXPECT_EQ(read_bool(node_of("false")).value, false);
  for (const char* text : {"yes", "Yes", "on", "True", "TRUE", "y", "1"})
    EXPECT_EQ(problem_of_bool(text), "found " + std::string(text) + ", expected true or false: write true");
  for (const char* text : {"no", "off", "False", "n", "0"})
    EXPECT_EQ(problem_of_bool(text), "found " + std::string(text) + ", expected true or false: write false");
  EXPECT_EQ(problem_of_bool("2"), "found 2, expected true or false");
  EXPECT_EQ(problem_of_bool("\"true\""), "found the string \"true\", expected true or false: remove the quotes");
  EXPECT_EQ(problem_of_bool("[true]"), "found a list, expected true or false");
  EXPECT_EQ(problem_of_bool(""), "found nothing, expected true or false: write one, or remove the key");
}

TEST(Scalars, IntegersAreDecimal) {
  EXPECT_EQ(read_integer(node_of("42")).value, 42);
  EXPECT_EQ(read_integer(node_of("+7")).value, 7);
  EXPECT_EQ(read_integer(node_of("-0")).value, 0);
  EXPECT_EQ(read_integer(node_of("-9223372036854775808")).value, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(problem_of_integer("9223372036854775808"),
            "found 9223372036854775808, which does not fit into 64 bits (-9223372036854775808 to "
            "9223372036854775807)");
}

TEST(Scalars, IntegersWrittenOtherwiseAreExplained) {
  EXPECT_EQ(problem_of_integer("010"), "found 010, whose leading zero is ambiguous: write 10 or 8");
  EXPECT_EQ(problem_of_integer("-010"), "found -010, whose leading zero is ambiguous: write -10 or -8");
  EXPECT_EQ(problem_of_integer("09"), "found 09, whose leading zero is ambiguous: write 9");
  EXPECT_EQ(problem_of_integer("00"), "found 00, whose leading zero is ambiguous: write 0");
  EXPECT_EQ(problem_of_integer("0x10"), "found 0x10: numbers are written in decimal: write 16");
  EXPECT_EQ(problem_of_integer("0o17"), "found 0o17: numbers are written in decimal: write 15");
  EXPECT_EQ(problem_of_integer("-0b11"), "found -0b11: numbers are written in decimal: write -3");
  EXPECT_EQ(problem_of_integer("1_000"), "found 1_000: numbers are written in decimal: write 1000");
  EXPECT_EQ(problem_of_integer("1e3"), "found 1e3, expected an integer: write 1000");
  EXPECT_EQ(problem_of_integer("2.0"), "found 2.0, expected an integer: write 2");
  EXPECT_EQ(problem_of_integer("2.5"), "found 2.5, expected an integer");
  EXPECT_EQ(problem_of_integer("1e300"), "found 1e300, expected an integer");
  EXPECT_EQ(problem_of_integer("ten"), "found ten, expected an integer");
  EXPECT_EQ(problem_of_integer("\"5\""), "found the string \"5\", expected an integer: remove the quotes");
  EXPECT_EQ(problem_of_integer("~"), "found nothing, expected an integer: write one, or remove the key");
}

TEST(Scalars, Reals) {
  EXPECT_EQ(read_real(node_of("0.1")).value, 0.1);
  EXPECT_EQ(read_real(node_of("3")).value, 3.0);
  EXPECT_EQ(read_real(node_of("-.5e+2")).value, -50.0);
  EXPECT_EQ(read_real(node_of("5.")).value, 5.0);
  EXPECT_EQ(read_real(node_of("4.9e-324")).value, std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(problem_of_real("1e400"), "found 1e400, which does not fit into a real number of 64 bits");
  EXPECT_EQ(problem_of_real("010"), "found 010, whose leading zero is ambiguous: write 10 or 8");
  EXPECT_EQ(problem_of_real("01.5"), "found 01.5, whose leading zero is ambiguous: write 1.5");
  EXPECT_EQ(problem_of_real("00.5"), "found 00.5, whose leading zero is ambiguous: write 0.5");
  EXPECT_EQ(problem_of_real("0x1p3"), "found 0x1p3, expected a real number");
  EXPECT_EQ(problem_of_real("1,5"), "found 1,5, expected a real number");
  EXPECT_EQ(problem_of_real("\"1.5\""), "found the string \"1.5\", expected a real number: remove the quotes");
  EXPECT_EQ(problem_of_real("{a: 1}"), "found a mapping, expected a real number");
}

TEST(Scalars, InfinityOnlyWhereAllowed) {
  for (const char* text : {".inf", "-.Inf", "inf", "nan", ".NaN"})
    EXPECT_EQ(problem_of_real(text), "found " + std::string(text) + ", expected a finite number");
  EXPECT_EQ(read_real(node_of("-.inf"), true).value, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(read_real(node_of("inf"), true).value, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(read_real(node_of("nan"), true).value);
}

TEST(Scalars, StringsThatLookLikeOthersAreQuoted) {
  EXPECT_EQ(read_string(node_of("wave")).value, "wave");
  EXPECT_EQ(read_string(node_of("yes")).value, "yes");
  EXPECT_EQ(read_string(node_of("1.2.3")).value, "1.2.3");
  EXPECT_EQ(read_string(node_of("\"5\"")).value, "5");
  EXPECT_EQ(read_string(node_of("\"\"")).value, "");
  EXPECT_EQ(problem_of_string("5"), "found the number 5, expected a string: write \"5\"");
  EXPECT_EQ(problem_of_string("0x10"), "found the number 0x10, expected a string: write \"0x10\"");
  EXPECT_EQ(problem_of_string("true"), "found the bool true, expected a string: write \"true\"");
  EXPECT_EQ(problem_of_string(""), "found nothing, expected a string: write \"\" for an empty one");
  EXPECT_EQ(problem_of_string("[a]"), "found a list, expected a string");
}

TEST(Scalars, WordsAreTakenAsTheyStand) {
  EXPECT_EQ(read_word(node_of("true")).value, "true");
  EXPECT_EQ(read_word(node_of("5")).value, "5");
  EXPECT_EQ(read_word(node_of("[a]")).problem, "found a list, expected a name");
}

} // namespace
} // namespace nopal::yaml
