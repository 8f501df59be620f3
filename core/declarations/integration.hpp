#pragma once
// Completes thorns that integrate in time (`methods:`), when all thorns and the chosen method are known.

#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"

#include <vector>

namespace nopal {

/// Returns the thorns as a run uses them; call expand_each() first. A thorn with methods gets
///   - groups for the states and rates that its chosen method keeps, one for each group with the tag "rhs"
///   - in each stage of that method a kernel for each variable of these groups
///   - a sync of these groups after post_step
/// The stages of other methods are removed. A variable is integrated in the interior, and also on the boundary if a
/// routine of a thorn writes its right-hand side there. Other thorns stay as they are. Adds an error for each group
/// with the tag that cannot be integrated, if there is none, if nobody integrates them, and if two thorns have methods.
std::vector<ThornDeclaration> with_integration(const std::vector<ThornDeclaration>& thorns,
                                               const Parameters& parameters, ErrorList& errors);

} // namespace nopal
