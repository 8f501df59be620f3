// Parses the text of `if:` and `while:`.

#include "core/base/comparison.hpp"
#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

#include <algorithm>

namespace nopal {

namespace {

using Kind = ConditionDeclaration::Kind;

constexpr const char* grammar =
    "; a condition is \"name\", \"not name\", or \"left op right\" with one of == != < <= > >=; left and right are "
    "names of parameters or scalar variables, or values. \"and\", \"or\" and parentheses join conditions";
constexpr std::string_view operator_letters = "=!<>";
/// A deeper text is refused, because the parser would use up the stack.
constexpr int deepest_condition = 100;

std::vector<std::string> tokens_of(const std::string& text) {
  std::vector<std::string> tokens;
  for (std::size_t start = text.find_first_not_of(" \t\n"); start != std::string::npos;
       start = text.find_first_not_of(" \t\n", start)) {
    const char first = text[start];
    std::size_t end = start + 1;
    if (first == '"' || first == '\'') {
      const std::size_t closing = text.find(first, end); // a quoted text may hold anything
      end = closing == std::string::npos ? text.size() : closing + 1;
    } else if (operator_letters.find(first) != std::string_view::npos) {
      end = std::min(text.find_first_not_of(operator_letters, end), text.size());
    } else if (first != '(' && first != ')') {
      end = std::min(text.find_first_of(" \t\n()=!<>", end), text.size());
    }
    tokens.push_back(text.substr(start, end - start));
    start = end;
  }
  return tokens;
}

bool may_be_name(const std::string& token) {
  return is_qualified_identifier(token) && token != "true" && token != "false";
}

/// Throws an Error with a text that goes before the grammar.
class Parser {
public:
  explicit Parser(const std::string& text) : tokens_(tokens_of(text)) {}

  ConditionDeclaration whole() {
    ConditionDeclaration condition = list(Kind::any);
    if (at_ != tokens_.size()) throw Error("");
    return condition;
  }

private:
  bool accept(const char* token) {
    const bool is_next = at_ < tokens_.size() && tokens_[at_] == token;
    at_ += is_next ? 1 : 0;
    return is_next;
  }

  /// Conditions joined by `or` (any) or by `and` (all).
  ConditionDeclaration list(Kind kind) {
    ConditionDeclaration joined;
    joined.kind = kind;
    do joined.parts.push_back(kind == Kind::any ? list(Kind::all) : unary());
    while (accept(kind == Kind::any ? "or" : "and"));
    if (joined.parts.size() > 1) return joined;
    ConditionDeclaration only = std::move(joined.parts.front());
    return only;
  }

  ConditionDeclaration unary() {
    if (++depth_ > deepest_condition) throw Error(", which is nested too deeply");
    ConditionDeclaration condition = accept("not") ? negated(unary()) : accept("(") ? in_parentheses() : comparison();
    --depth_;
    return condition;
  }

  static ConditionDeclaration negated(ConditionDeclaration condition) {
    if (condition.op == "true" || condition.op == "false") {
      condition.op = condition.op == "true" ? "false" : "true";
      return condition;
    }
    ConditionDeclaration negation;
    negation.kind = Kind::negation;
    negation.parts.push_back(std::move(condition));
    return negation;
  }

  ConditionDeclaration in_parentheses() {
    ConditionDeclaration condition = list(Kind::any);
    if (!accept(")")) throw Error(", with a \"(\" that is not closed");
    return condition;
  }

  ConditionDeclaration comparison() {
    ConditionDeclaration condition;
    condition.left = operand();
    condition.op = "true";
    const bool is_compared =
        at_ < tokens_.size() && operator_letters.find(tokens_[at_].front()) != std::string_view::npos;
    if (is_compared) {
      condition.op = tokens_[at_++];
      if (!comparison_of(condition.op)) throw Error(", but \"" + condition.op + "\" is not a comparison");
      condition.right = operand();
    }
    if (!may_be_name(condition.left) && !may_be_name(condition.right))
      throw Error(", but \"" + condition.left + "\" is not the name of a parameter or a scalar variable");
    return condition;
  }

  std::string operand() {
    constexpr std::string_view others[] = {"and", "or", "not", "(", ")"};
    if (at_ == tokens_.size() || std::ranges::count(others, tokens_[at_]) > 0 ||
        operator_letters.find(tokens_[at_].front()) != std::string_view::npos)
      throw Error("");
    return tokens_[at_++];
  }

  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

} // namespace

std::optional<ConditionDeclaration> read_condition(yaml::Fields& fields, const std::string& key) {
  const yaml::Entry* entry = fields.find(key);
  if (!entry) return std::nullopt;
  const yaml::Node& node = entry->value;
  if (!node.is_scalar()) {
    fields.error(*entry, node.mismatch("a condition") + grammar);
    return std::nullopt;
  }
  try {
    ConditionDeclaration condition = Parser(node.text).whole();
    condition.where = node.where;
    condition.text = node.text;
    return condition;
  } catch (const Error& error) {
    fields.error(*entry, "found \"" + node.text + "\"" + error.what() + grammar);
    return std::nullopt;
  }
}

} // namespace nopal
