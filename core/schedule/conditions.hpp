#pragma once
// The conditions `if:` and `while:` of items: resolves and evaluates them.

#include "core/schedule/names.hpp"
#include "core/schedule/schedule.hpp"

#include <optional>

namespace nopal {

/// Finds the name of a condition and checks the type of its value. Empty: `errors` has an error.
std::optional<Condition> resolve_condition(const Names& names, const ThornDeclaration& user,
                                           const ConditionDeclaration& declaration, ErrorList& errors);

/// Whether the condition holds if its parameter or variable has this value.
bool holds(const Condition& condition, const Scalar& value);

} // namespace nopal
