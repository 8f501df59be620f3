#include "core/base/identifier.hpp"
#include "core/declarations/reader.hpp"

namespace nopal {

bool check_name(const std::string& name, const std::string& what, const Location& where, ErrorList& errors) {
  if (is_identifier(name)) return true;
  errors.add(where, what + " \"" + name + "\": " + identifier_rule);
  return false;
}

bool check_group_names(const ThornDeclaration& thorn, ErrorList& errors) {
  std::map<std::string, const Group*> owners;
  std::map<std::string, const Group*> groups;
  bool good = true;
  const auto refuse = [&](const Group& group, const std::string& message) {
    errors.add(group.where, "group \"" + group.name + "\": " + message);
    good = false;
  };
  for (const GroupDeclaration& declaration : thorn.groups) groups[declaration.group.name] = &declaration.group;
  for (const GroupDeclaration& declaration : thorn.groups) {
    const Group& group = declaration.group;
    for (const std::string& name : declaration.variables) {
      const auto [owner, is_new] = owners.emplace(name, &group);
      if (!is_new)
        refuse(group, "the variable \"" + name + "\" is declared twice; first in the group \"" + owner->second->name +
                          "\" at " + owner->second->where.text());
      const auto clash = groups.find(name);
      if (clash != groups.end())
        refuse(group, "the variable \"" + name + "\" has the name of the group at " + clash->second->where.text() +
                          ": rename one of them");
    }
  }
  return good;
}

} // namespace nopal
