#pragma once
// Slots with a region, in messages.

#include "core/grid/region.hpp"
#include "core/variables/variables.hpp"

#include <string>

namespace nopal {

/// "wavetoy::phi@1 (ghosts)"; scalars and arrays have one region, which needs no name: "wavetoy::energy@0".
inline std::string slot_text(const Variables& variables, Slot slot, Region region) {
  return variables.text(slot) +
         (variables.group_of(slot.variable).kind == GroupKind::gf ? " (" + to_string(region) + ")" : "");
}

} // namespace nopal
