#pragma once
// The words of a kernel's text: names, numbers and signs such as `+` and `<<=`.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

enum class TokenKind { name, number, text, sign };

struct Token {
  TokenKind kind;
  std::string_view word; ///< points into the text
  std::size_t begin;     ///< position in the text
  int line;              ///< of the text, from 1

  std::size_t end() const { return begin + word.size(); }
};

/// Returns the tokens in order. Comments and blanks are between them. The text must outlive them.
std::vector<Token> tokens_of(const std::string& text);

} // namespace nopal
