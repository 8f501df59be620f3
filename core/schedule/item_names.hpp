#pragma once
// Names in an item of a schedule: of parameters of a wanted type, and of variables.

#include "core/schedule/names.hpp"
#include "core/schedule/routine.hpp"
#include "core/schedule/tree.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Returns the full name of an array parameter of this type. With `scalar_too` the parameter may also hold one value.
/// Empty after an error, which names `key`, such as "points:".
std::string parameter_of_type(const Names& names, const ItemTree::Item& item, const std::string& name,
                              ParameterType type, bool scalar_too, const std::string& key, const Location& where,
                              ErrorList& errors);

/// Returns the variables that a clause names: the variable that its name is bound to, or what the name means in the
/// thorn. Empty after an error.
std::vector<int> variables_of(const Names& names, const ItemTree::Item& item, const Routine& routine,
                              const ClauseDeclaration& clause, ErrorList& errors);

} // namespace nopal
