#pragma once
// Clauses as a user writes them.

#include "core/schedule/clauses.hpp"

#include <string>

namespace nopal {

/// "u" in the thorn that declares it, else "thorn::u".
std::string local_name(const Variables& variables, const std::string& thorn, int variable);
/// As local_name, of the variable's group.
std::string local_group(const Variables& variables, const std::string& thorn, int variable);
/// "u@1(owned)"; timelevel and region are left out where they are what a clause without them means.
std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access);
/// `reads: ["u@1(owned)"]`, `writes: [u]`
std::string entry_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access);
/// The clause or {from:} that stands at this place of a declaration; empty where none does.
std::string declared_text(const std::vector<ThornDeclaration>& thorns, const Location& where);

} // namespace nopal
