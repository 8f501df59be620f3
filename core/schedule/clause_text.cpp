#include "core/schedule/clause_text.hpp"

#include <fmt/format.h>

namespace nopal {

std::string local_name(const Variables& variables, const std::string& thorn, int variable) {
  return variables.group_of(variable).thorn == thorn ? variables.variable(variable).name
                                                     : variables.full_name(variable);
}

std::string local_group(const Variables& variables, const std::string& thorn, int variable) {
  const Group& group = variables.group_of(variable);
  return group.thorn == thorn ? group.name : group.full_name();
}

std::string slot_text(const Variables& variables, const std::string& thorn, Slot slot) {
  return fmt::format("{}@{}", local_name(variables, thorn, slot.variable), slot.timelevel);
}

std::string clause_name(const Variables& variables, const std::string& thorn, Slot slot) {
  return slot.timelevel == 0 ? local_name(variables, thorn, slot.variable) : slot_text(variables, thorn, slot);
}

std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region,
                        Region otherwise) {
  const bool has_region = nopal::has_regions(variables.group_of(slot.variable)) && region != otherwise;
  return slot_text(variables, thorn, slot) + (has_region ? "(" + to_string(region) + ")" : "");
}

std::string entry_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access,
                       const std::optional<Extent>& extent) {
  const bool reads = access == Access::read;
  std::string text = clause_text(variables, thorn, slot, region, reads ? Region::everywhere : Region::interior);
  if (extent) text.insert(slot_text(variables, thorn, slot).size(), extent->text());
  if (slot.timelevel == 0) text.erase(text.find("@0"), 2);
  const char* quote = extent || text.ends_with(')') ? "\"" : "";
  return fmt::format("{}: [{}{}{}]", reads ? "reads" : "writes", quote, text, quote);
}

} // namespace nopal
