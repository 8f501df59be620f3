#include "core/schedule/conditions.hpp"

#include "core/base/assert.hpp"
#include "core/base/suggest.hpp"
#include "core/declarations/name_scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <compare>
#include <type_traits>

namespace nopal {

namespace {

template <class T> std::optional<Scalar> number(const std::string& text) {
  T value{};
  const char* first = text.data() + (text.size() > 1 && text.front() == '+' ? 1 : 0);
  const auto [end, error] = std::from_chars(first, text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Scalar> parse_literal(ParameterType type, const std::string& text) {
  if (type == ParameterType::integer) return number<std::int64_t>(text);
  if (type == ParameterType::real) return number<double>(text);
  if (type == ParameterType::boolean)
    return text == "true" || text == "false" ? std::optional<Scalar>(text == "true") : std::nullopt;
  const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

bool is_ordered(const std::string& op) { return op == "<" || op == "<=" || op == ">" || op == ">="; }
bool is_truth(const std::string& op) { return op == "true" || op == "false"; }

/// Sets the literal of a condition on a value of this type. Returns what is wrong with its operator or literal, or an
/// empty text. `left` names the parameter or variable.
std::string set_literal(Condition& condition, const std::string& text, ParameterType type, const std::string& left) {
  const bool is_number = type == ParameterType::integer || type == ParameterType::real;
  if (is_truth(condition.op)) {
    if (type == ParameterType::boolean || type == ParameterType::integer) return "";
    return fmt::format("{} is of type {}, so it is not true or false: compare it with a value", left, to_string(type));
  }
  if (is_ordered(condition.op) && !is_number)
    return fmt::format("{} is of type {}, which has no order: use == or !=", left, to_string(type));
  const auto literal = parse_literal(type, text);
  if (!literal) return fmt::format("{} is of type {}, but \"{}\" is not", left, to_string(type), text);
  condition.literal = *literal;
  return "";
}

/// As set_literal(), for a condition on a parameter.
std::string set_parameter(Condition& condition, const std::string& text, const ParameterDeclaration& parameter) {
  condition.parameter = parameter.full_name();
  if (parameter.is_array) return condition.parameter + " is an array, but a condition compares one value";
  std::string problem = set_literal(condition, text, parameter.type, condition.parameter);
  if (!problem.empty() || parameter.type != ParameterType::keyword) return problem;
  std::vector<std::string> choices;
  for (const auto& [choice, description] : parameter.choices) choices.push_back(choice);
  const std::string& literal = std::get<std::string>(condition.literal);
  if (std::find(choices.begin(), choices.end(), literal) != choices.end()) return "";
  return fmt::format("\"{}\" is not a choice of {} ({}){}", literal, condition.parameter, parameter.allowed(),
                     did_you_mean(literal, choices));
}

/// As set_literal(), for a condition on a variable.
std::string set_variable(Condition& condition, const std::string& text, const Variables& variables, int variable) {
  condition.variable = variable;
  const Group& group = variables.group_of(variable);
  const std::string name = variables.full_name(variable);
  if (group.kind != GroupKind::scalar || group.type == Type::complex)
    return fmt::format("{} is {} {} of type {}, but a condition compares a parameter or a real or int scalar", name,
                       group.kind == GroupKind::array ? "an" : "a", to_string(group.kind), to_string(group.type));
  return set_literal(condition, text, group.type == Type::real ? ParameterType::real : ParameterType::integer, name);
}

template <class T> bool compare(const std::string& op, const T& left, const T& right) {
  const std::partial_ordering order = left <=> right;
  if (op == "==") return order == 0;
  if (op == "!=") return order != 0;
  if (op == "<") return order < 0;
  if (op == "<=") return order <= 0;
  if (op == ">") return order > 0;
  if (op == ">=") return order >= 0;
  NOPAL_ASSERT(false);
}

} // namespace

std::optional<Condition> resolve_condition(const Names& names, const ThornDeclaration& user,
                                           const ConditionDeclaration& declaration, ErrorList& errors) {
  Condition condition{-1, "", declaration.op, {}, declaration.text};
  const Variables& variables = names.variables();
  const NameScope scope(user);
  const std::vector<std::string> found = scope.find(declaration.name, [&](const std::string& full) {
    return names.is_parameter(full) || variables.find_variable(full).has_value();
  });
  if (found.size() != 1) {
    std::vector<std::string> all = variables.names();
    const std::vector<std::string>& parameters = names.parameters().names();
    all.insert(all.end(), parameters.begin(), parameters.end());
    scope.add_error(declaration.name, "parameter or scalar variable", found, all, declaration.where, errors);
    return std::nullopt;
  }
  const ParameterDeclaration* const parameter = names.parameters().find(found.front());
  const std::string problem = parameter != nullptr ? set_parameter(condition, declaration.literal, *parameter)
                                                   : set_variable(condition, declaration.literal, variables,
                                                                  *variables.find_variable(found.front()));
  if (problem.empty()) return condition;
  errors.add(declaration.where, fmt::format("\"{}\": {}", declaration.text, problem));
  return std::nullopt;
}

bool holds(const Condition& condition, const Scalar& value) {
  if (is_truth(condition.op)) {
    const auto* flag = std::get_if<bool>(&value);
    NOPAL_ASSERT(flag != nullptr || std::holds_alternative<std::int64_t>(value));
    const bool truth = flag != nullptr ? *flag : std::get<std::int64_t>(value) != 0;
    return truth == (condition.op == "true");
  }
  return std::visit(
      [&](const auto& left) {
        using T = std::decay_t<decltype(left)>;
        const T* right = std::get_if<T>(&condition.literal);
        NOPAL_ASSERT(right != nullptr);
        return compare(condition.op, left, *right);
      },
      value);
}

} // namespace nopal
