#include "core/kernel_text/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <system_error>

namespace nopal {

namespace {

bool is_hexadecimal(std::string_view number) { return number.starts_with("0x") || number.starts_with("0X"); }

constexpr std::string_view suffixes[] = {"", "u", "l", "ul", "lu", "ll", "ull", "llu"};

bool is_suffix(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::ranges::count(suffixes, lower) > 0;
}

std::string wrong_integer(std::string_view number, std::string_view digits, int base, bool is_unsigned) {
  std::uint64_t value = 0;
  const std::string_view figures = base == 10 || base == 8 ? digits : digits.substr(2);
  const auto [end, error] = std::from_chars(figures.data(), figures.data() + figures.size(), value, base);
  const bool too_large = error == std::errc::result_out_of_range ||
                         (base == 10 && !is_unsigned && value > static_cast<std::uint64_t>(INT64_MAX));
  if (too_large)
    return fmt::format("{} is beyond the largest int, which is {}: {}", number, INT64_MAX,
                       base == 10 ? fmt::format("write a real, such as {}.0", digits) : "write fewer digits");
  if (base != 8) return "";
  std::string_view decimal = digits;
  decimal.remove_prefix(std::min(decimal.find_first_not_of('0'), decimal.size() - 1));
  if (end != figures.data() + figures.size())
    return fmt::format("{} begins with 0, so it would be an octal number: write {}", number, decimal);
  return value < 8 ? ""
                   : fmt::format("{} is an octal number, because it begins with 0: write {}, or {} if that is meant",
                                 number, value, decimal);
}

std::string wrong_real(std::string_view number) {
  const std::string text(number);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const std::string_view rest = number.substr(static_cast<std::size_t>(end - text.c_str()));
  const std::string_view mantissa = number.substr(0, number.find_first_of(is_hexadecimal(number) ? "pP" : "eE"));
  const bool is_zero =
      mantissa.substr(is_hexadecimal(number) ? 2 : 0).find_first_not_of("0.") == std::string_view::npos;
  if (rest == "f" || rest == "F")
    return fmt::format("\"{}\" is a number of single precision; kernels compute in double: leave out the letter {}",
                       number, rest);
  if (rest == "l" || rest == "L")
    return fmt::format("\"{}\" is a number of more than double precision, which devices do not have: leave out the "
                       "letter {}",
                       number, rest);
  if (rest.starts_with('d') || rest.starts_with('D'))
    return fmt::format("\"{}\" is no number here: write e in place of {}", number, rest.front());
  if (!rest.empty()) return fmt::format("\"{}\" is no number: remove \"{}\"", number, rest);
  if (std::isinf(value))
    return fmt::format("{} is beyond the largest real, which is 1.8e308, so it would be infinite: write a smaller "
                       "number",
                       number);
  if (value == 0.0 && !is_zero)
    return fmt::format(
        "{} is below the smallest real, which is 4.9e-324, so it would be 0: write 0.0, or a larger number", number);
  return "";
}

} // namespace

std::string wrong_number(std::string_view number) {
  const bool hexadecimal = is_hexadecimal(number), binary = number.starts_with("0b") || number.starts_with("0B");
  const std::string_view figures = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
  const std::size_t prefix = hexadecimal || binary ? 2 : 0;
  const std::size_t end = std::min(number.find_first_not_of(figures, prefix), number.size());
  const std::string_view digits = number.substr(0, end), suffix = number.substr(end);
  if (digits.size() > prefix && is_suffix(suffix)) {
    const bool octal = prefix == 0 && digits.size() > 1 && digits.front() == '0';
    const bool is_unsigned = suffix.find_first_of("uU") != std::string_view::npos;
    return wrong_integer(number, digits, hexadecimal ? 16 : binary ? 2 : octal ? 8 : 10, is_unsigned);
  }
  return wrong_real(number);
}

} // namespace nopal
