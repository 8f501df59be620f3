#include "core/parameters/declaration.hpp"

#include "core/base/assert.hpp"
#include "core/base/suggest.hpp"
#include "core/yaml/scalars.hpp"

#include <algorithm>
#include <functional>

namespace nopal {

namespace {

using Item = yaml::Reading<Scalar>;

template <class T> Item item_of(yaml::Reading<T> reading) {
  if (!reading.value) return {std::nullopt, std::move(reading.problem)};
  return {Scalar(std::move(*reading.value)), ""};
}

template <class T> Item number_of(const yaml::Node& node, const std::vector<Range>& ranges, yaml::Reading<T> reading) {
  if (reading.value && !ranges.empty()) {
    const auto value = static_cast<double>(*reading.value);
    const bool inside = std::any_of(ranges.begin(), ranges.end(), [&](const Range& r) { return r.contains(value); });
    if (!inside) return {std::nullopt, "found " + node.describe() + ", which is out of range"};
  }
  return item_of(std::move(reading));
}

Item choice_of(const yaml::Node& node, const ParameterDeclaration& declaration) {
  auto reading = yaml::read_word(node);
  if (!reading.value) return {std::nullopt, node.mismatch("one of the choices")};
  std::vector<std::string> names;
  for (const auto& choice : declaration.choices) names.push_back(choice.first);
  if (std::find(names.begin(), names.end(), *reading.value) != names.end()) return item_of(std::move(reading));
  return {std::nullopt,
          "found \"" + *reading.value + "\", which is not among the choices" + did_you_mean(*reading.value, names)};
}

/// A word stands for its number. A word that is not declared gets the closest one as advice.
Item integer_of(const yaml::Node& node, const ParameterDeclaration& declaration) {
  if (declaration.words.empty()) return number_of(node, declaration.ranges, yaml::read_integer(node));
  std::vector<std::string> names;
  for (const auto& [name, number] : declaration.words) {
    if (node.is_scalar() && node.text == name) return {Scalar(number), ""};
    names.push_back(name);
  }
  Item item = number_of(node, declaration.ranges, yaml::read_integer(node));
  if (!item.value && yaml::read_string(node).value) item.problem += did_you_mean(node.text, names);
  return item;
}

Item interpret_item(const yaml::Node& node, const ParameterDeclaration& declaration) {
  const auto& ranges = declaration.ranges;
  switch (declaration.type) {
  case ParameterType::boolean:
    return item_of(yaml::read_bool(node));
  case ParameterType::integer:
    return integer_of(node, declaration);
  case ParameterType::real:
    return number_of(
        node, ranges,
        yaml::read_real(node, std::any_of(ranges.begin(), ranges.end(), std::mem_fn(&Range::has_infinity))));
  case ParameterType::string:
    return item_of(yaml::read_string(node));
  case ParameterType::keyword:
    return choice_of(node, declaration);
  }
  NOPAL_ASSERT(!"a parameter's type");
}

std::string values_text(std::size_t n) { return std::to_string(n) + (n == 1 ? " value" : " values"); }

// Says what is wrong with the number of values; empty if it is right.
std::string shape_problem(const yaml::Node& node, const ParameterDeclaration& declaration) {
  const bool is_list = node.kind == yaml::Kind::sequence;
  if (!declaration.is_array)
    return is_list ? "found a list of " + values_text(node.items.size()) + ", expected one value" : "";
  if (!is_list) return node.mismatch("a list") + (node.is_scalar() ? ": write [" + node.text + "]" : "");
  if (declaration.length && node.items.size() != *declaration.length)
    return "found " + values_text(node.items.size()) + ", expected " + std::to_string(*declaration.length);
  return "";
}

} // namespace

std::string ParameterDeclaration::type_text() const {
  return to_string(type) + (is_array ? "[" + (length ? std::to_string(*length) : "") + "]" : "");
}

std::string ParameterDeclaration::text(const Value& value) const {
  Value shown = value;
  for (Scalar& item : shown.items)
    for (const auto& [name, number] : words)
      if (const auto* integer = std::get_if<std::int64_t>(&item); integer != nullptr && *integer == number) item = name;
  return shown.text();
}

std::int64_t ParameterDeclaration::choice(const std::string& word) const {
  const auto found = std::ranges::find(choices, word, &std::pair<std::string, std::string>::first);
  NOPAL_ASSERT(found != choices.end());
  return found - choices.begin();
}

std::string ParameterDeclaration::allowed() const {
  std::string text = type_text();
  if (type == ParameterType::boolean) text += ", true or false";
  for (std::size_t i = 0; i < ranges.size(); ++i) text += (i == 0 ? ", " : " or ") + ranges[i].source;
  for (std::size_t i = 0; i < words.size(); ++i) text += (i + ranges.size() == 0 ? ", " : " or ") + words[i].first;
  for (std::size_t i = 0; i < choices.size(); ++i) text += (i == 0 ? ": " : ", ") + choices[i].first;
  return text;
}

std::optional<Value> interpret(const yaml::Node& node, const ParameterDeclaration& declaration, const std::string& what,
                               ErrorList& errors) {
  const auto add = [&](const Location& where, const std::string& problem) {
    errors.add(where, what + ": " + problem + "; allowed: " + declaration.allowed());
  };
  const std::string shape = shape_problem(node, declaration);
  if (!shape.empty()) {
    add(node.where, shape);
    return std::nullopt;
  }
  Value value;
  value.is_array = declaration.is_array;
  for (const yaml::Node& each : node.each()) {
    Item item = interpret_item(each, declaration);
    if (item.value)
      value.items.push_back(*std::move(item.value));
    else
      add(each.where, item.problem);
  }
  if (value.items.size() < node.each().size()) return std::nullopt;
  return value;
}

} // namespace nopal
