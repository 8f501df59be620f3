#pragma once
// if: and while: — comparisons of a parameter or of a scalar variable.

#include "core/schedule/names.hpp"
#include "core/schedule/schedule.hpp"

#include <optional>

namespace nopal {

/// Resolves and types a condition; nullopt after an error.
std::optional<Condition> resolve_condition(const Names& names, const ThornDeclaration& user,
                                           const ConditionDeclaration& declaration, ErrorList& errors);

/// Whether the condition holds for this value of its left side.
bool holds(const Condition& condition, const Scalar& value);

} // namespace nopal
