#pragma once
// The conditions `if:` and `while:` of items: resolves and evaluates them.

#include "core/schedule/names.hpp"
#include "core/schedule/schedule.hpp"

#include <optional>

namespace nopal {

/// Finds the names of a condition and checks the types of their values. Empty: `errors` has an error.
std::optional<Condition> resolve_condition(const Names& names, const ThornDeclaration& user,
                                           const ConditionDeclaration& declaration, ErrorList& errors);

/// Whether it is known that the two conditions never hold together, whatever the values are: `steps < 3` and
/// `steps >= 3`, or `shape == a` and `shape == b`.
bool exclude_each_other(const Condition& a, const Condition& b);

/// Whether the condition holds. `value_of` gives the values of parameters and variables. An int is compared with a real
/// as a real. A comparison with a NaN does not hold, except by !=.
bool holds(const Condition& condition, const std::function<Scalar(const Operand&)>& value_of);

} // namespace nopal
