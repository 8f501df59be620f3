#pragma once
// Writes a clause as text, as in a declaration.

#include "core/grid/region.hpp"
#include "core/variables/variables.hpp"

namespace nopal {

/// "phi@1", or "wave::phi@1" if the variable belongs to another thorn than `thorn`.
std::string slot_text(const Variables& variables, const std::string& thorn, Slot slot);

/// "phi@1(owned)". Scalars and arrays have no region. The text has no region if `region` equals `otherwise`.
std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region,
                        Region otherwise = Region::none);

} // namespace nopal
