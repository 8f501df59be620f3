#include "core/schedule/item_names.hpp"

#include <fmt/format.h>

namespace nopal {

std::string parameter_of_type(const Names& names, const ItemTree::Item& item, const std::string& name,
                              ParameterType type, bool scalar_too, const std::string& key, const Location& where,
                              ErrorList& errors) {
  const ParameterDeclaration* const parameter = names.parameter(*item.thorn, name, where, errors);
  if (parameter == nullptr) return "";
  if (parameter->type == type && (parameter->is_array || scalar_too)) return parameter->full_name();
  errors.add(where, fmt::format("{}: {} names {}, which is {}; expected a parameter of type {}{}[]", item.full_name(),
                                key, parameter->full_name(), parameter->allowed(),
                                scalar_too ? to_string(type) + " or " : "", to_string(type)));
  return "";
}

std::vector<int> variables_of(const Names& names, const ItemTree::Item& item, const Routine& routine,
                              const ClauseDeclaration& clause, ErrorList& errors) {
  for (const Binding& binding : routine.bindings)
    if (binding.name == clause.name) return {binding.variable};
  if (item.declaration->binding(clause.name) != nullptr) return {}; // reported already
  return names.variables(*item.thorn, clause.name, clause.where, errors);
}

} // namespace nopal
