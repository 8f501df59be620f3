#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

#include <array>

namespace nopal {

namespace {

constexpr const char* grammar =
    "; a condition is \"name\", \"not name\", or \"name op value\" with one of == != < <= > >= and blanks around it";

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::size_t start = text.find_first_not_of(" \t");
  while (start != std::string::npos) {
    // A quoted literal may hold blanks.
    const bool quoted = text[start] == '"' || text[start] == '\'';
    const auto closing = quoted ? text.find(text[start], start + 1) : std::string::npos;
    const auto end = closing == std::string::npos ? text.find_first_of(" \t", start) : closing + 1;
    words.push_back(text.substr(start, end - start));
    start = end == std::string::npos ? end : text.find_first_not_of(" \t", end);
  }
  return words;
}

bool is_operator(const std::string& word) {
  static const std::array<std::string, 6> operators{"==", "!=", "<", "<=", ">", ">="};
  for (const std::string& op : operators)
    if (word == op) return true;
  return false;
}

} // namespace

std::optional<ConditionDeclaration> parse_condition(const yaml::Node& node, const std::string& what,
                                                    ErrorList& errors) {
  const auto refuse = [&](const std::string& why) {
    errors.add(node.where, what + ": " + why + grammar);
    return std::nullopt;
  };
  if (!node.is_scalar()) return refuse("found " + node.describe() + ", expected a condition");
  ConditionDeclaration condition;
  condition.where = node.where;
  condition.text = node.text;
  const auto words = words_of(node.text);
  if (words.size() == 1) {
    condition.name = words[0];
    condition.op = "true";
  } else if (words.size() == 2 && words[0] == "not") {
    condition.name = words[1];
    condition.op = "false";
  } else if (words.size() == 3 && is_operator(words[1])) {
    condition.name = words[0];
    condition.op = words[1];
    condition.literal = words[2];
  } else if (words.size() == 3) {
    return refuse("found \"" + node.text + "\", where \"" + words[1] + "\" is not a comparison");
  } else {
    return refuse("found \"" + node.text + "\"");
  }
  if (!is_qualified_identifier(condition.name) || condition.name == "true" || condition.name == "false")
    return refuse("found \"" + node.text + "\", where \"" + condition.name +
                  "\" does not name a parameter or a scalar variable");
  return condition;
}

} // namespace nopal
