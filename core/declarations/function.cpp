#include "core/declarations/reader.hpp"

#include <cctype>

namespace nopal {

namespace {

// Whether the text is result(arguments) with matching brackets.
bool is_signature(const std::string& text) {
  const auto open = text.find('(');
  if (open == std::string::npos || open == 0 || text.back() != ')') return false;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')' && --depth < 0) return false;
  }
  return depth == 0;
}

} // namespace

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

std::optional<FunctionDeclaration> read_function(const yaml::Entry& entry, ErrorList& errors) {
  const bool is_named = check_name(entry.key, "function", entry.where, errors);
  const auto reading = yaml::read_string(entry.value);
  const std::string signature = fold_blanks(reading.value.value_or(""));
  if (!is_signature(signature))
    errors.add(entry.value.where, "function \"" + entry.key + "\": " +
                                      entry.value.mismatch("a C++ signature in quotes: write " + entry.key +
                                                           ": \"double(double, long)\""));
  else if (is_named)
    return FunctionDeclaration{entry.key, signature, entry.where};
  return std::nullopt;
}

} // namespace nopal
