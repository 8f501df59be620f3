#include "core/declarations/reader.hpp"
#include "core/declarations/signature.hpp"

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

std::optional<FunctionDeclaration> read_function(const yaml::Entry& entry, ErrorList& errors) {
  const std::string what = "function \"" + entry.key + "\"";
  bool good = check_name(entry.key, "function", entry.where, errors);
  const auto reading = yaml::read_string(entry.value);
  const std::string signature = reading.value ? fold_blanks(*reading.value) : "";
  if (!is_signature(signature)) {
    errors.add(entry.value.where, what + ": found " + entry.value.describe() +
                                      ", expected a C++ signature in quotes: write " + entry.key +
                                      ": \"double(double, long)\"");
    good = false;
  }
  if (!good) return std::nullopt;
  return FunctionDeclaration{entry.key, signature, entry.where};
}

} // namespace nopal
