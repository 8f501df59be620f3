#include "core/base/identifier.hpp"

#include "core/base/ascii.hpp"

#include <algorithm>

namespace nopal {

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

bool is_qualified_identifier(std::string_view text) {
  const auto colons = text.find("::");
  if (colons == std::string_view::npos) return is_identifier(text);
  return is_identifier(text.substr(0, colons)) && is_identifier(text.substr(colons + 2));
}

} // namespace nopal
