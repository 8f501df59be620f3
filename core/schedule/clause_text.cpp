#include "core/schedule/clause_text.hpp"

namespace nopal {

std::string slot_text(const Variables& variables, const std::string& thorn, Slot slot) {
  const std::string text = variables.text(slot);
  return variables.group_of(slot.variable).thorn == thorn ? text.substr(thorn.size() + 2) : text;
}

std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region,
                        Region otherwise) {
  const bool has_region = variables.group_of(slot.variable).kind == GroupKind::gf && region != otherwise;
  return slot_text(variables, thorn, slot) + (has_region ? "(" + to_string(region) + ")" : "");
}

} // namespace nopal
