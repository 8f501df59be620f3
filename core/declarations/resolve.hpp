#pragma once
// The declarations of all active thorns, taken together.

#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"
#include "core/variables/variables.hpp"

#include <vector>

namespace nopal {

/// Adds an error for each thorn that inherits from one that is not active, each required function that no active
/// thorn provides or one provides with another signature, and each function that two thorns provide.
void check_thorns(const std::vector<ThornDeclaration>& thorns, ErrorList& errors);

/// Declares the parameters of these thorns with their defaults, in this order. A thorn that is there twice is an
/// error; its second declaration is passed over.
void declare_parameters(const std::vector<ThornDeclaration>& thorns, Parameters& parameters, ErrorList& errors);

/// Numbers groups and variables in this order; shapes of arrays come from numbers and int parameters, which must
/// have values. Groups with an error are left out.
Variables build_variables(const std::vector<ThornDeclaration>& thorns, const Parameters& parameters, ErrorList& errors);

} // namespace nopal
