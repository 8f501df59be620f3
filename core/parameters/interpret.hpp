#pragma once
// Reads a YAML value by the declaration of its parameter. Parfile values, --set and defaults are read the same way.

#include "core/parameters/declaration.hpp"
#include "core/yaml/node.hpp"

namespace nopal {

/// Returns the value. Returns nothing, and adds an error for each item, if items have the wrong type, are out of range
/// or are not among the choices. Each message begins with `what`.
std::optional<Value> interpret(const yaml::Node& node, const ParameterDeclaration& declaration, const std::string& what,
                               ErrorList& errors);

} // namespace nopal
