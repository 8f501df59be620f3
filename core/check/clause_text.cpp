#include "core/check/clause_text.hpp"

namespace nopal {

std::string local_name(const Variables& variables, const std::string& thorn, int variable) {
  return variables.group_of(variable).thorn == thorn ? variables.variable(variable).name
                                                     : variables.full_name(variable);
}

std::string local_group(const Variables& variables, const std::string& thorn, int variable) {
  const Group& group = variables.group_of(variable);
  return group.thorn == thorn ? group.name : group.full_name();
}

std::string clause_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access) {
  std::string text = local_name(variables, thorn, slot.variable);
  if (slot.timelevel != 0) text += "@" + std::to_string(slot.timelevel);
  const bool is_gf = variables.group_of(slot.variable).kind == GroupKind::gf;
  const Region meant = access == Access::read ? Region::everywhere : Region::interior;
  if (is_gf && region != meant) text += "(" + to_string(region) + ")";
  return text;
}

std::string entry_text(const Variables& variables, const std::string& thorn, Slot slot, Region region, Access access) {
  std::string text = clause_text(variables, thorn, slot, region, access);
  if (text.find('(') != std::string::npos) text = '"' + text + '"';
  return std::string(access == Access::read ? "reads" : "writes") + ": [" + text + "]";
}

std::string declared_text(const std::vector<ThornDeclaration>& thorns, const Location& where) {
  for (const ThornDeclaration& thorn : thorns)
    for (const ItemDeclaration& item : thorn.schedule)
      for (const ClauseDeclaration& clause : item.clauses)
        if (clause.where == where) return clause.text;
  return "";
}

} // namespace nopal
