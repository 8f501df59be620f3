#pragma once
// Checks and values that need the declarations of all active thorns.

#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"
#include "core/variables/variables.hpp"

#include <vector>

namespace nopal {

/// Adds an error for each thorn that inherits from a thorn that is not active, for each required function that no
/// active thorn provides with this signature, and for each function that two thorns provide.
void check_thorns(const std::vector<ThornDeclaration>& thorns, ErrorList& errors);

/// Declares the parameters of these thorns with their defaults, in this order. If a thorn is there twice, this is an
/// error, and the second declaration is ignored.
void declare_parameters(const std::vector<ThornDeclaration>& thorns, Parameters& parameters, ErrorList& errors);

/// Numbers the groups and variables in this order. The shape of an array comes from numbers and int parameters, which
/// must have values. An array with a wrong shape gets one point, so that who uses it is not wrong, too. Groups with
/// another error are left out.
Variables build_variables(const std::vector<ThornDeclaration>& thorns, const Parameters& parameters, ErrorList& errors);

} // namespace nopal
