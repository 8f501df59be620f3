#pragma once
// The text of a slot with a region, for messages.

#include "core/grid/region.hpp"
#include "core/variables/variables.hpp"

#include <string>

namespace nopal {

/// Returns "wavetoy::phi@1 (ghosts)". For scalars and arrays it has no region: "wavetoy::energy@0".
inline std::string slot_text(const Variables& variables, Slot slot, Region region) {
  return variables.text(slot) +
         (variables.group_of(slot.variable).kind == GroupKind::gf ? " (" + to_string(region) + ")" : "");
}

} // namespace nopal
