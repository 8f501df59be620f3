#include "numbers.hpp"

#include "io/common/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace nopal::slices {

namespace {

constexpr const char* minus = "−";

} // namespace

double Decimal::value() const {
  const std::string text = std::to_string(mantissa) + 'e' + std::to_string(exponent);
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc()) return value;
  if (exponent < 0) return 0;
  return std::copysign(std::numeric_limits<double>::infinity(), static_cast<double>(mantissa));
}

Decimal decimal(double number, std::optional<int> digits) {
  char text[64]; // d.ddde±dd
  const auto format = std::chars_format::scientific;
  char* const end = digits ? std::to_chars(text, text + sizeof text, number, format, *digits - 1).ptr
                           : std::to_chars(text, text + sizeof text, number, format).ptr;
  const char* const e = std::find(text, end, 'e');
  Decimal result;
  std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, result.exponent);
  std::string mantissa(static_cast<const char*>(text), e);
  if (const std::size_t point = mantissa.find('.'); point != std::string::npos) {
    result.exponent -= static_cast<int>(mantissa.size() - point - 1);
    mantissa.erase(point, 1);
  }
  std::from_chars(mantissa.data(), mantissa.data() + mantissa.size(), result.mantissa);
  return result;
}

int digits(std::int64_t number) { return static_cast<int>(std::to_string(std::abs(number)).size()); }

std::string superscript(int number) {
  constexpr const char* superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : superscripts[c - '0'];
  return text;
}

std::string fixed_text(const Decimal& number, int power, int decimals) {
  std::string text = std::to_string(std::abs(number.mantissa));
  const int zeros = number.exponent - power + decimals; // at least 0, or digits would be lost
  if (number.mantissa != 0) text.append(static_cast<std::size_t>(std::max(zeros, 0)), '0');
  if (static_cast<int>(text.size()) <= decimals)
    text.insert(0, static_cast<std::size_t>(decimals) + 1 - text.size(), '0');
  if (decimals > 0) text.insert(text.size() - static_cast<std::size_t>(decimals), 1, '.');
  return number.mantissa < 0 ? minus + text : text;
}

std::string text(const Decimal& number) {
  Decimal least = number;
  if (least.mantissa == 0) return "0";
  for (; least.mantissa % 10 == 0; ++least.exponent) least.mantissa /= 10;
  const int magnitude = least.exponent + digits(least.mantissa) - 1;
  const int power = magnitude < -4 || magnitude > 9 ? magnitude : 0;
  const std::string factor = power != 0 ? "×10" + superscript(power) : "";
  return fixed_text(least, power, std::max(0, power - least.exponent)) + factor;
}

std::string text(double number, bool exactly) {
  if (!std::isfinite(number)) return common::number_text(number);
  return text(exactly ? decimal(number) : decimal(number, 6));
}

} // namespace nopal::slices
