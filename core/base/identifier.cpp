#include "core/base/identifier.hpp"

#include <algorithm>

namespace nopal {

namespace {

// <cctype> is not used: its answers depend on the locale.
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

} // namespace

bool is_identifier(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
  });
}

bool is_qualified_identifier(std::string_view text) {
  const auto colons = text.find("::");
  if (colons == std::string_view::npos) return is_identifier(text);
  return is_identifier(text.substr(0, colons)) && is_identifier(text.substr(colons + 2));
}

} // namespace nopal
