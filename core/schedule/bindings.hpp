#pragma once
// Names of a kernel that stand for variables chosen by the run: `bind:` of a schedule item.

#include "core/schedule/names.hpp"
#include "core/schedule/routine.hpp"

namespace nopal {

/// Finds the variable for each entry of the item's `bind:`. Adds an error for each entry that names no parameter or
/// variable, for a variable that is no real grid function or has too few timelevels, and for two names of one variable.
std::vector<Binding> resolve_bindings(const Names& names, const ThornDeclaration& user, const ItemDeclaration& item,
                                      ErrorList& errors);

} // namespace nopal
