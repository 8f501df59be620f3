#include "core/declarations/tagged_group.hpp"

#include "core/declarations/name_scope.hpp"

namespace nopal {

TaggedGroup tagged_group(const std::vector<ThornDeclaration>& thorns, const std::string& owner,
                         const std::string& name) {
  const std::string full_name = split_name(name).thorn.empty() ? owner + "::" + name : name;
  std::vector<std::string> names;
  for (const ThornDeclaration& thorn : thorns)
    for (const GroupDeclaration& group : thorn.groups) {
      if (group.group.full_name() == full_name) return {&thorn, &group, {}};
      names.push_back(group.group.full_name());
    }
  return {nullptr, nullptr, suggest_full_name(full_name, names)};
}

} // namespace nopal
