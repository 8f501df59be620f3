#include "core/generator/tokens.hpp"

#include "core/generator/kernel_text.hpp"

#include <algorithm>
#include <cctype>

namespace nopal {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Returns the position after the number that begins at `at`, with the sign of its exponent.
std::size_t after_number(const std::string& text, std::size_t at) {
  const bool hexadecimal = text[at] == '0' && at + 1 < text.size() && (text[at + 1] == 'x' || text[at + 1] == 'X');
  const std::string_view exponents = hexadecimal ? "pP" : "eE";
  const std::size_t first = at;
  while (at < text.size() &&
         (in_name(text[at]) || text[at] == '.' ||
          (at > first && (text[at] == '+' || text[at] == '-') && exponents.find(text[at - 1]) != std::string::npos)))
    ++at;
  return at;
}

/// Returns the length of the sign at `at`. Signs of several characters come first.
std::size_t length_of_sign(const std::string& text, std::size_t at) {
  constexpr std::string_view longer[] = {"<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++",
                                         "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->"};
  const auto* const found =
      std::ranges::find_if(longer, [&](std::string_view sign) { return text.compare(at, sign.size(), sign) == 0; });
  return found == std::end(longer) ? 1 : found->size();
}

} // namespace

std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> tokens;
  int line = 1;
  const auto add = [&](TokenKind kind, std::size_t begin, std::size_t end) {
    tokens.push_back({kind, std::string_view(text).substr(begin, end - begin), begin, line});
    return end;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool begins_number = is_digit(c) || (c == '.' && at + 1 < text.size() && is_digit(text[at + 1]));
    if (const std::size_t after = after_comment_or_text(text, at); after != at) {
      if (c != '/') add(TokenKind::text, at, after);
      line += static_cast<int>(
          std::count(text.begin() + static_cast<long>(at), text.begin() + static_cast<long>(after), '\n'));
      at = after;
    } else if (begins_number) {
      at = add(TokenKind::number, at, after_number(text, at));
    } else if (in_name(c)) {
      std::size_t end = at;
      while (end < text.size() && in_name(text[end])) ++end;
      at = add(TokenKind::name, at, end);
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (c == '\n') ++line;
      ++at;
    } else {
      at = add(TokenKind::sign, at, at + length_of_sign(text, at));
    }
  }
  return tokens;
}

} // namespace nopal
