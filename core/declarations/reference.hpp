#pragma once
// What a user can look up, written from the declarations themselves.

#include "core/declarations/thorn.hpp"

#include <string>
#include <vector>

namespace nopal {

/// docs/parameters.md: a section a thorn, a table of its parameters. Markdown.
std::string parameter_reference(const std::vector<ThornDeclaration>& thorns);

/// `nopal describe THORN`: description, parameters, groups and variables, schedule, functions. Plain text.
std::string describe_thorn(const ThornDeclaration& thorn);

} // namespace nopal
