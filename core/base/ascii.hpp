#pragma once
// Kinds of characters. <cctype> is not used: its answers depend on the locale.

namespace nopal {

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

} // namespace nopal
