#include "core/schedule/conditions.hpp"

#include "core/base/assert.hpp"
#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/base/text.hpp"
#include "core/declarations/name_scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <type_traits>
#include <utility>

namespace nopal {

namespace {

using Kind = Condition::Kind;

template <class T> std::optional<Scalar> number(const std::string& text) {
  const auto value = parse_number<T>(std::string_view(text).substr(text.size() > 1 && text.front() == '+' ? 1 : 0));
  return value ? std::optional<Scalar>(*value) : std::nullopt;
}

bool is_quoted(const std::string& text) {
  return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
}

std::optional<Scalar> parse_literal(ParameterType type, const std::string& text) {
  if (type == ParameterType::integer) return number<std::int64_t>(text);
  if (type == ParameterType::real) return number<double>(text);
  if (type == ParameterType::boolean)
    return text == "true" || text == "false" ? std::optional<Scalar>(text == "true") : std::nullopt;
  return is_quoted(text) ? text.substr(1, text.size() - 2) : text;
}

bool is_ordered(Comparison op) { return op != Comparison::equal && op != Comparison::unequal; }
bool is_number(ParameterType type) { return type == ParameterType::integer || type == ParameterType::real; }
bool is_text(ParameterType type) { return type == ParameterType::string || type == ParameterType::keyword; }

/// The comparison that says the same with its sides swapped.
Comparison swapped(Comparison op) {
  switch (op) {
  case Comparison::less:
    return Comparison::greater;
  case Comparison::less_or_equal:
    return Comparison::greater_or_equal;
  case Comparison::greater:
    return Comparison::less;
  case Comparison::greater_or_equal:
    return Comparison::less_or_equal;
  default:
    return op;
  }
}

/// A side of a comparison that names a parameter or a variable.
struct Named {
  Operand operand;
  ParameterType type = ParameterType::real; ///< of a variable: real or integer
  std::string name;                         ///< full name
  const ParameterDeclaration* parameter = nullptr;
};

/// Resolves one condition. What is wrong is thrown as an Error without a place, or added to `errors`.
class Resolver {
public:
  Resolver(const Names& names, const ThornDeclaration& user, const Location& where, ErrorList& errors)
      : names_(names), scope_(user), where_(where), errors_(errors) {}

  Condition resolve(const ConditionDeclaration& declaration) {
    Condition condition;
    condition.kind = declaration.kind;
    if (declaration.kind == Kind::comparison) return comparison(declaration);
    for (const ConditionDeclaration& part : declaration.parts) {
      condition.parts.push_back(resolve(part));
      for (const int variable : condition.parts.back().variables) add(condition.variables, variable);
      for (const std::string& parameter : condition.parts.back().parameters) add(condition.parameters, parameter);
    }
    return condition;
  }

private:
  template <class T> static void add(std::vector<T>& list, const T& value) {
    if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
  }

  Condition comparison(const ConditionDeclaration& declaration) {
    Condition condition;
    std::string left_text = declaration.left, right_text = declaration.right;
    const bool is_truth = declaration.op == "true" || declaration.op == "false"; // a name alone, or with `not`
    condition.op = !is_truth                  ? comparison_of(declaration.op).value()
                   : declaration.op == "true" ? Comparison::unequal
                                              : Comparison::equal;
    std::optional<Named> left = find(left_text);
    if (!left && !is_truth)
      if (std::optional<Named> right = find(right_text)) {
        left = std::move(right);
        std::swap(left_text, right_text);
        condition.op = swapped(condition.op);
      }
    if (!left) throw_unknown(left_text);
    condition.left = left->operand;
    condition.right = is_truth ? false_of(*left) : right_side(*left, condition.op, right_text);
    for (const Operand* operand : {&condition.left, &condition.right}) {
      if (operand->variable >= 0) add(condition.variables, operand->variable);
      if (!operand->parameter.empty()) add(condition.parameters, operand->parameter);
    }
    return condition;
  }

  /// Nothing: the text is not the name of a parameter or variable that the thorn sees.
  std::optional<Named> find(const std::string& text) {
    if (!is_qualified_identifier(text)) return std::nullopt;
    const Variables& variables = names_.variables();
    const std::vector<std::string> found = scope_.find(text, [&](const std::string& full) {
      return names_.is_parameter(full) || variables.find_variable(full).has_value();
    });
    if (found.size() > 1) throw Error(ambiguity(text, found));
    if (found.empty()) return std::nullopt;
    const ParameterDeclaration* const parameter = names_.parameters().find(found.front());
    return parameter != nullptr ? named(*parameter) : named(*variables.find_variable(found.front()));
  }

  static Named named(const ParameterDeclaration& parameter) {
    if (parameter.is_array) throw Error(parameter.full_name() + " is an array, but a condition compares one value");
    return {{-1, parameter.full_name(), {}}, parameter.type, parameter.full_name(), &parameter};
  }

  Named named(int variable) const {
    const Group& group = names_.variables().group_of(variable);
    const std::string name = names_.variables().full_name(variable);
    if (group.kind != GroupKind::scalar || group.type == Type::complex)
      throw Error(fmt::format("{} is {} {} of type {}, but a condition compares a parameter or a real or int scalar",
                              name, group.kind == GroupKind::array ? "an" : "a", to_string(group.kind),
                              to_string(group.type)));
    return {{variable, "", {}}, group.type == Type::real ? ParameterType::real : ParameterType::integer, name, nullptr};
  }

  /// What a name alone is compared with: the value of its type that is not true.
  static Operand false_of(const Named& left) {
    if (left.type == ParameterType::boolean) return {-1, "", false};
    if (left.type == ParameterType::integer) return {-1, "", std::int64_t{0}};
    throw Error(fmt::format("{} is of type {}, so it is not true or false: compare it with a value", left.name,
                            to_string(left.type)));
  }

  Operand right_side(const Named& left, Comparison op, const std::string& text) {
    if (is_ordered(op) && !is_number(left.type))
      throw Error(fmt::format("{} is of type {}, which has no order: use == or !=", left.name, to_string(left.type)));
    const bool is_choice = left.type == ParameterType::keyword && has_choice(*left.parameter, unquoted(text));
    const std::optional<Named> right = is_choice ? std::nullopt : find(text);
    if (!right) return {-1, "", literal(left, text)};
    const bool fit = left.type == right->type || (is_number(left.type) && is_number(right->type)) ||
                     (is_text(left.type) && is_text(right->type));
    if (fit) return right->operand;
    throw Error(fmt::format("{} is of type {}, but {} is of type {}: compare values of one type", left.name,
                            to_string(left.type), right->name, to_string(right->type)));
  }

  Scalar literal(const Named& left, const std::string& text) const {
    const auto value = parse_literal(left.type, text);
    if (!value)
      throw Error(fmt::format("{} is of type {}, but \"{}\" is not{}", left.name, to_string(left.type), text,
                              is_qualified_identifier(text) ? unknown(text) : ""));
    if (left.type == ParameterType::keyword && !has_choice(*left.parameter, std::get<std::string>(*value))) {
      std::vector<std::string> choices;
      for (const auto& [choice, description] : left.parameter->choices) choices.push_back(choice);
      const std::string& found = std::get<std::string>(*value);
      throw Error(fmt::format("\"{}\" is not a choice of {} ({}){}", found, left.name, left.parameter->allowed(),
                              did_you_mean(found, choices)));
    }
    return *value;
  }

  static std::string unquoted(const std::string& text) {
    return is_quoted(text) ? text.substr(1, text.size() - 2) : text;
  }

  static bool has_choice(const ParameterDeclaration& parameter, const std::string& text) {
    return std::any_of(parameter.choices.begin(), parameter.choices.end(),
                       [&](const auto& choice) { return choice.first == text; });
  }

  std::vector<std::string> all_names() const {
    std::vector<std::string> all = names_.variables().names();
    const std::vector<std::string>& parameters = names_.parameters().names();
    all.insert(all.end(), parameters.begin(), parameters.end());
    return all;
  }

  /// Returns ": " and the message that there is no parameter or scalar variable of this name.
  std::string unknown(const std::string& text) const {
    ErrorList found;
    scope_.add_error(text, "parameter or scalar variable", {}, all_names(), {}, found);
    return ": " + found.messages().front();
  }

  [[noreturn]] void throw_unknown(const std::string& text) {
    scope_.add_error(text, "parameter or scalar variable", {}, all_names(), where_, errors_);
    throw Error("");
  }

  const Names& names_;
  NameScope scope_;
  const Location& where_;
  ErrorList& errors_;
};

std::partial_ordering order_of(const Scalar& left, const Scalar& right) {
  if (left.index() != right.index()) return as_real(left) <=> as_real(right); // an int and a real
  return std::visit(
      [&](const auto& value) -> std::partial_ordering {
        return value <=> std::get<std::decay_t<decltype(value)>>(right);
      },
      left);
}

bool comparisons_exclude(const Condition& a, const Condition& b) {
  using enum Comparison;
  constexpr std::pair<Comparison, Comparison> opposites[] = {
      {equal, unequal}, {less, greater_or_equal}, {less_or_equal, greater}, {less, greater},
      {equal, less},    {equal, greater}};
  if (!(a.left == b.left)) return false;
  const auto is_literal = [](const Operand& operand) { return operand.variable < 0 && operand.parameter.empty(); };
  if (a.op == equal && b.op == equal) return is_literal(a.right) && is_literal(b.right) && a.right != b.right;
  return a.right == b.right && std::any_of(std::begin(opposites), std::end(opposites), [&](const auto& pair) {
           return (a.op == pair.first && b.op == pair.second) || (a.op == pair.second && b.op == pair.first);
         });
}

} // namespace

std::optional<Condition> resolve_condition(const Names& names, const ThornDeclaration& user,
                                           const ConditionDeclaration& declaration, ErrorList& errors) {
  try {
    Condition condition = Resolver(names, user, declaration.where, errors).resolve(declaration);
    condition.text = declaration.text;
    return condition;
  } catch (const Error& error) {
    const std::string problem = error.what();
    if (!problem.empty()) errors.add(declaration.where, fmt::format("\"{}\": {}", declaration.text, problem));
    return std::nullopt;
  }
}

bool exclude_each_other(const Condition& a, const Condition& b) {
  const auto excludes_b = [&](const Condition& part) { return exclude_each_other(part, b); };
  const auto excludes_a = [&](const Condition& part) { return exclude_each_other(a, part); };
  if (a.kind == Kind::any) return std::all_of(a.parts.begin(), a.parts.end(), excludes_b);
  if (b.kind == Kind::any) return std::all_of(b.parts.begin(), b.parts.end(), excludes_a);
  if (a.kind == Kind::all) return std::any_of(a.parts.begin(), a.parts.end(), excludes_b);
  if (b.kind == Kind::all) return std::any_of(b.parts.begin(), b.parts.end(), excludes_a);
  return a.kind == Kind::comparison && b.kind == Kind::comparison && comparisons_exclude(a, b);
}

bool holds(const Condition& condition, const std::function<Scalar(const Operand&)>& value_of) {
  const auto part_holds = [&](const Condition& part) { return holds(part, value_of); };
  const auto value = [&](const Operand& operand) {
    return operand.variable < 0 && operand.parameter.empty() ? operand.literal : value_of(operand);
  };
  switch (condition.kind) {
  case Kind::all:
    return std::all_of(condition.parts.begin(), condition.parts.end(), part_holds);
  case Kind::any:
    return std::any_of(condition.parts.begin(), condition.parts.end(), part_holds);
  case Kind::negation:
    return !part_holds(condition.parts.front());
  case Kind::comparison:
    break;
  }
  return holds(condition.op, order_of(value(condition.left), value(condition.right)));
}

} // namespace nopal
