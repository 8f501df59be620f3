#pragma once
// The text of clauses as a user writes them.

#include "core/schedule/clauses.hpp"

#include <string>

namespace nopal {

/// "u" in the thorn that declares it, else "thorn::u".
std::string local_name(const Variables& variables, const std::string& thorn, int variable);
/// The same for the variable's group.
std::string local_group(const Variables& variables, const std::string& thorn, int variable);
/// "u@1(owned)", without the timelevel and the region if they are the defaults.
std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access);
/// `reads: ["u@1(owned)"]`, `writes: [u]`
std::string entry_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access);
/// The clause at this place of a declaration; empty: there is none.
std::string declared_text(const std::vector<ThornDeclaration>& thorns, const Location& where);

} // namespace nopal
