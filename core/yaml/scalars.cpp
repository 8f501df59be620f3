#include "core/yaml/scalars.hpp"

#include "core/base/ascii.hpp"
#include "core/base/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

namespace nopal::yaml {

namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

struct Number {
  bool negative = false;
  std::string digits; ///< without sign
};

Number split_sign(const std::string& text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) return {text[0] == '-', text.substr(1)};
  return {false, text};
}

bool is_decimal_integer(const std::string& digits) {
  return !digits.empty() && std::all_of(digits.begin(), digits.end(), is_digit);
}

// [digits][.digits][e[sign]digits] with at least one digit in the mantissa.
bool is_decimal_real(const std::string& digits) {
  if (digits.empty() || (!is_digit(digits[0]) && digits[0] != '.')) return false;
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  return error != std::errc::invalid_argument && stop == end;
}

bool has_leading_zero(const std::string& digits) {
  return digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]);
}

// Returns a number in another base as decimal text; empty if it is no number or does not fit.
std::string in_decimal(const std::string& digits, int base, bool negative) {
  const auto value = parse_number<std::int64_t>(digits, base);
  return value && *value >= 0 ? std::to_string(negative ? -*value : *value) : "";
}

// 010 is 8 in YAML 1.1 and 10 in YAML 1.2.
std::string leading_zero_problem(const Node& node, const Number& number) {
  std::string plain = number.digits.substr(std::min(number.digits.find_first_not_of('0'), number.digits.size() - 1));
  if (!is_digit(plain[0])) plain = "0" + plain;
  if (number.negative) plain = "-" + plain;
  const std::string octal = is_decimal_integer(number.digits) ? in_decimal(number.digits, 8, number.negative) : "";
  return "found " + node.describe() + ", whose leading zero is ambiguous: write " + plain +
         (octal.empty() || octal == plain ? "" : " or " + octal);
}

// The message for other bases and digit separators; empty if the text has none of these.
std::string notation_problem(const Node& node, const Number& number) {
  const std::string& digits = number.digits;
  std::string decimal;
  if (digits.size() > 2 && digits[0] == '0') {
    const char base = static_cast<char>(std::tolower(static_cast<unsigned char>(digits[1])));
    if (base == 'x') decimal = in_decimal(digits.substr(2), 16, number.negative);
    if (base == 'o') decimal = in_decimal(digits.substr(2), 8, number.negative);
    if (base == 'b') decimal = in_decimal(digits.substr(2), 2, number.negative);
  }
  if (decimal.empty() && !digits.empty() && is_digit(digits[0]) && digits.find('_') != std::string::npos) {
    std::string joined = digits;
    joined.erase(std::remove(joined.begin(), joined.end(), '_'), joined.end());
    if (is_decimal_real(joined)) decimal = (number.negative ? "-" : "") + joined;
  }
  return decimal.empty() ? "" : "found " + node.describe() + ": numbers are written in decimal: write " + decimal;
}

std::optional<double> to_double(const Number& number) {
  const auto value = parse_number<double>(number.digits);
  return value && number.negative ? -*value : value;
}

// The message for a node that is no plain scalar; else empty. `expected` begins with an article. `fits`: the text is
// right if its quotes are removed.
std::string shape_problem(const Node& node, const std::string& expected, bool fits) {
  if (node.is_scalar() && !node.quoted) return "";
  const bool is_null = node.kind == Kind::null;
  return node.mismatch(expected) + (is_null               ? ": write one, or remove the key"
                                    : node.quoted && fits ? ": remove the quotes"
                                                          : "");
}

} // namespace

Reading<bool> read_bool(const Node& node) {
  static const std::array<std::string, 6> yes{"yes", "on", "true", "y", "1", "t"};
  static const std::array<std::string, 6> no{"no", "off", "false", "n", "0", "f"};
  const bool is_bool = node.text == "true" || node.text == "false";
  const std::string shape = shape_problem(node, "true or false", is_bool);
  if (!shape.empty()) return {std::nullopt, shape};
  if (is_bool) return {node.text == "true", ""};
  const std::string word = lower_case(node.text);
  const bool is_yes = std::find(yes.begin(), yes.end(), word) != yes.end();
  const bool is_no = std::find(no.begin(), no.end(), word) != no.end();
  return {std::nullopt, node.mismatch("true or false") + (is_yes ? ": write true" : is_no ? ": write false" : "")};
}

Reading<std::int64_t> read_integer(const Node& node) {
  const Number number = split_sign(node.text);
  const bool is_integer = is_decimal_integer(number.digits);
  const std::string shape = shape_problem(node, "an integer", is_integer);
  if (!shape.empty()) return {std::nullopt, shape};
  if (is_integer) {
    if (has_leading_zero(number.digits)) return {std::nullopt, leading_zero_problem(node, number)};
    if (const auto value = parse_number<std::int64_t>((number.negative ? "-" : "") + number.digits)) return {value, ""};
    return {std::nullopt, "found " + node.describe() +
                              ", which does not fit into 64 bits (-9223372036854775808 to 9223372036854775807)"};
  }
  const std::string notation = notation_problem(node, number);
  if (!notation.empty()) return {std::nullopt, notation};
  std::string problem = node.mismatch("an integer");
  const auto value = to_double(number);
  if (is_decimal_real(number.digits) && value && *value == std::floor(*value) && std::abs(*value) < 9e15)
    problem += ": write " + std::to_string(static_cast<std::int64_t>(*value));
  return {std::nullopt, problem};
}

Reading<double> read_real(const Node& node, bool allow_infinity) {
  const Number number = split_sign(node.text);
  const bool is_real = is_decimal_real(number.digits);
  const std::string shape = shape_problem(node, "a real number", is_real);
  if (!shape.empty()) return {std::nullopt, shape};
  if (is_real) {
    if (has_leading_zero(number.digits)) return {std::nullopt, leading_zero_problem(node, number)};
    if (const auto value = to_double(number)) return {value, ""};
    return {std::nullopt, "found " + node.describe() + ", which does not fit into a real number of 64 bits"};
  }
  const std::string notation = notation_problem(node, number);
  if (!notation.empty()) return {std::nullopt, notation};
  const std::string word = lower_case(number.digits);
  const bool infinite = word == "inf" || word == ".inf" || word == "infinity";
  if (infinite && allow_infinity) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {number.negative ? -infinity : infinity, ""};
  }
  const bool not_finite = infinite || word == "nan" || word == ".nan";
  return {std::nullopt, node.mismatch(not_finite ? "a finite number" : "a real number")};
}

Reading<std::string> read_string(const Node& node) {
  if (!node.is_scalar())
    return {std::nullopt, node.mismatch("a string") + (node.kind == Kind::null ? ": write \"\" for an empty one" : "")};
  if (!node.quoted) {
    const Number number = split_sign(node.text);
    const bool is_number = is_decimal_real(number.digits) || !notation_problem(node, number).empty();
    if (is_number || node.text == "true" || node.text == "false")
      return {std::nullopt, "found the " + std::string(is_number ? "number " : "bool ") + node.text +
                                ", expected a string: write \"" + node.text + "\""};
  }
  return {node.text, ""};
}

Reading<std::string> read_word(const Node& node) {
  if (node.is_scalar()) return {node.text, ""};
  return {std::nullopt, node.mismatch("a name")};
}

} // namespace nopal::yaml
