#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

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
  return std::string_view(" == != < <= > >= ").find(" " + word + " ") != std::string_view::npos;
}

} // namespace

std::optional<ConditionDeclaration> read_condition(yaml::Fields& fields, const std::string& key) {
  const yaml::Entry* entry = fields.find(key);
  if (!entry) return std::nullopt;
  const yaml::Node& node = entry->value;
  const auto refuse = [&](const std::string& why) {
    fields.error(*entry, why + grammar);
    return std::nullopt;
  };
  if (!node.is_scalar()) return refuse(node.mismatch("a condition"));
  const std::string found = "found \"" + node.text + "\"";
  const auto words = words_of(node.text);
  ConditionDeclaration condition{"", "", "", node.where, node.text};
  if (words.size() == 1) {
    condition.name = words[0];
    condition.op = "true";
  } else if (words.size() == 2 && words[0] == "not") {
    condition.name = words[1];
    condition.op = "false";
  } else if (words.size() == 3) {
    condition.name = words[0];
    condition.op = words[1];
    condition.literal = words[2];
    if (!is_operator(condition.op)) return refuse(found + ", but \"" + condition.op + "\" is not a comparison");
  } else {
    return refuse(found);
  }
  if (!is_qualified_identifier(condition.name) || condition.name == "true" || condition.name == "false")
    return refuse(found + ", but \"" + condition.name + "\" is not the name of a parameter or a scalar variable");
  return condition;
}

} // namespace nopal
