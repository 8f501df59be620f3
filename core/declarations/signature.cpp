#include "core/declarations/signature.hpp"

#include <cctype>

namespace nopal {

std::string fold_blanks(std::string_view signature) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::string folded;
  bool blank = false;
  for (const char c : signature) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      blank = true;
      continue;
    }
    // A blank is kept only between two words and after a comma.
    const bool after_comma = !folded.empty() && folded.back() == ',';
    if (after_comma || (blank && !folded.empty() && in_word(folded.back()) && in_word(c))) folded += ' ';
    folded += c;
    blank = false;
  }
  return folded;
}

} // namespace nopal
