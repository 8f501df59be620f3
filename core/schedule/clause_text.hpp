#pragma once
// A clause as a routine's declaration would say it.

#include "core/grid/region.hpp"
#include "core/variables/variables.hpp"

namespace nopal {

/// "phi@1(owned)"; the full name where the variable belongs to another thorn, no region where there are none.
std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region);

} // namespace nopal
