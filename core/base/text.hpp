#pragma once
// Functions on texts.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace nopal {

/// The text without the blanks and tabs at its ends.
inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The parts between separators, trimmed. A text without separators is one part.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(trimmed(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return parts;
}

/// Reads the text as one number. Returns nothing if the text is anything else, or if the type cannot hold the number.
template <class Number, class... Base> std::optional<Number> parse_number(std::string_view text, Base... base) {
  Number number{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number, base...);
  return error == std::errc() && stop == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace nopal
