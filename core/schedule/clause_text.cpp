#include "core/schedule/clause_text.hpp"

namespace nopal {

std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region) {
  const Group& group = variables.group_of(slot.variable);
  const std::string name =
      group.thorn == thorn ? variables.variable(slot.variable).name : variables.full_name(slot.variable);
  const std::string regions = group.kind == GroupKind::gf ? "(" + to_string(region) + ")" : "";
  return name + "@" + std::to_string(slot.timelevel) + regions;
}

} // namespace nopal
