#include "core/parameters/interpret.hpp"

#include "core/base/assert.hpp"
#include "core/base/suggest.hpp"
#include "core/yaml/scalars.hpp"

#include <algorithm>

namespace nopal {

namespace {

struct Item {
  std::optional<Scalar> value;
  std::string problem;
};

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
  if (!reading.value) return {std::nullopt, "found " + node.describe() + ", expected one of the choices"};
  std::vector<std::string> names;
  for (const auto& choice : declaration.choices) names.push_back(choice.first);
  if (std::find(names.begin(), names.end(), *reading.value) != names.end()) return item_of(std::move(reading));
  return {std::nullopt,
          "found \"" + *reading.value + "\", which is not among the choices" + did_you_mean(*reading.value, names)};
}

Item real_of(const yaml::Node& node, const std::vector<Range>& ranges) {
  const bool infinity = std::any_of(ranges.begin(), ranges.end(), [](const Range& r) { return r.has_infinity(); });
  return number_of(node, ranges, yaml::read_real(node, infinity));
}

Item interpret_item(const yaml::Node& node, const ParameterDeclaration& declaration) {
  switch (declaration.type) {
  case ParameterType::boolean:
    return item_of(yaml::read_bool(node));
  case ParameterType::integer:
    return number_of(node, declaration.ranges, yaml::read_integer(node));
  case ParameterType::real:
    return real_of(node, declaration.ranges);
  case ParameterType::string:
    return item_of(yaml::read_string(node));
  case ParameterType::keyword:
    return choice_of(node, declaration);
  }
  NOPAL_ASSERT(!"a parameter's type");
}

// Says what is wrong with the number of values; empty if it is right.
std::string shape_problem(const yaml::Node& node, const ParameterDeclaration& declaration) {
  const bool is_list = node.kind == yaml::Kind::sequence;
  if (!declaration.is_array)
    return is_list ? "found a list of " + std::to_string(node.items.size()) + " values, expected one value" : "";
  if (!is_list) {
    const std::string advice = node.is_scalar() ? ": write [" + node.text + "]" : "";
    return "found " + node.describe() + ", expected a list" + advice;
  }
  if (declaration.length && node.items.size() != *declaration.length)
    return "found " + std::to_string(node.items.size()) + " values, expected " + std::to_string(*declaration.length);
  return "";
}

} // namespace

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
  bool good = true;
  const auto append = [&](const yaml::Node& node_of_item) {
    Item item = interpret_item(node_of_item, declaration);
    if (item.value) {
      value.items.push_back(std::move(*item.value));
    } else {
      add(node_of_item.where, item.problem);
      good = false;
    }
  };
  if (declaration.is_array)
    for (const yaml::Node& item : node.items) append(item);
  else
    append(node);
  if (!good) return std::nullopt;
  return value;
}

} // namespace nopal
