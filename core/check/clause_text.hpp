#pragma once
// The text of clauses as a user writes them.

#include "core/schedule/clauses.hpp"

#include <string>

namespace nopal {

/// Returns the variable's name as `thorn` writes it: "u" if `thorn` declares it, otherwise "other::u".
std::string local_name(const Variables& variables, const std::string& thorn, int variable);
/// As local_name(), but for the variable's group.
std::string local_group(const Variables& variables, const std::string& thorn, int variable);
/// Returns "u@1(owned)". The timelevel and the region are left out if they are the defaults.
std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access);
/// Returns the clause as an entry of a declaration: `reads: ["u@1(owned)"]` or `writes: [u]`.
std::string entry_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access);
/// Returns the text of the clause that a declaration has at this location. Empty: there is none.
std::string declared_text(const std::vector<ThornDeclaration>& thorns, const Location& where);

} // namespace nopal
