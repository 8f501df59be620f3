#pragma once
// Texts for users, made from the declarations.

#include "core/declarations/thorn.hpp"

#include <string>
#include <vector>

namespace nopal {

/// The text of docs/parameters.md: for each thorn a section with a table of its parameters.
std::string parameter_reference(const std::vector<ThornDeclaration>& thorns);

/// The text of `nopal describe THORN`: description, parameters, groups and variables, schedule, functions.
std::string describe_thorn(const ThornDeclaration& thorn);

/// The table of the keys of a schedule item in Markdown, for docs/thorn-reference.md.
std::string item_key_table();

/// The table of the keys of a stage of a stencil, likewise.
std::string stage_key_table();

} // namespace nopal
