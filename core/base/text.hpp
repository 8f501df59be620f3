#pragma once
// Functions on texts.

#include <charconv>
#include <optional>
#include <string_view>

namespace nopal {

/// The text without the blanks and tabs at its ends.
inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Reads the text as one number. Returns nothing if the text is anything else, or if the type cannot hold the number.
template <class Number, class... Base> std::optional<Number> parse_number(std::string_view text, Base... base) {
  Number number{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number, base...);
  return error == std::errc() && stop == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace nopal
