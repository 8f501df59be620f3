#pragma once
// Reads a YAML value as a declaration demands: parfile values, --set and defaults alike.

#include "core/parameters/declaration.hpp"
#include "core/yaml/node.hpp"

namespace nopal {

/// The value, or nothing and an error for each item of the wrong type, out of range or not among the choices.
/// `what` stands in front of each message.
std::optional<Value> interpret(const yaml::Node& node, const ParameterDeclaration& declaration, const std::string& what,
                               ErrorList& errors);

} // namespace nopal
