#pragma once
// Items that a run makes once for each variable of a list: `each: {u: variables}`.

#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"

#include <vector>

namespace nopal {

/// Replaces each item with `each:` by a schedule group of the same name. The group has one kernel or function for each
/// variable that the parameter lists and for which `with:` holds: the name `u` stands for it, and "rhs of u" in `bind:`
/// for the variable at the same place of the group that its group names in the tag "rhs".
///
/// An entry of the parameter is "<variable or group>" or "tag <name>", which stands for all groups with this tag.
/// Values of parameters of the thorn may follow, for these variables only: "a::u: order=2, upper_x=flat". A later entry
/// counts more. A group of another thorn may have such values in a tag with the thorn's name, as in "all=flat; vx:
/// parity_x=odd". They count less than those of the parfile. Adds an error for each entry that is wrong.
void expand_each(std::vector<ThornDeclaration>& thorns, const Parameters& parameters, ErrorList& errors);

} // namespace nopal
