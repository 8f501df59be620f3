#include "core/schedule/names.hpp"

#include <algorithm>

namespace nopal {

bool Names::is_active(const std::string& thorn) const {
  return std::any_of(thorns_.begin(), thorns_.end(), [&](const ThornDeclaration& each) { return each.name == thorn; });
}

std::vector<std::string> Names::visible(const ThornDeclaration& user, const std::string& name,
                                        const NameScope::Exists& exists) const {
  return NameScope(user).find(name, exists);
}

void Names::add_error(const ThornDeclaration& user, const std::string& name, const std::string& kind,
                      const std::vector<std::string>& found, const std::vector<std::string>& all, const Location& where,
                      ErrorList& errors) const {
  NameScope(user).add_error(name, kind, found, all, where, errors);
}

std::vector<int> Names::variables(const ThornDeclaration& user, const std::string& name, const Location& where,
                                  ErrorList& errors) const {
  const std::vector<std::string> found =
      visible(user, name, [&](const std::string& full) { return !variables_.resolve(full).empty(); });
  if (found.size() == 1) return variables_.resolve(found.front());
  add_error(user, name, "variable or group", found, variables_.names(), where, errors);
  return {};
}

std::string Names::parameter(const ThornDeclaration& user, const std::string& name, const Location& where,
                             ErrorList& errors) const {
  const std::vector<std::string> found =
      visible(user, name, [&](const std::string& full) { return parameters_.find(full) != nullptr; });
  if (found.size() == 1) return found.front();
  add_error(user, name, "parameter", found, parameters_.names(), where, errors);
  return "";
}

} // namespace nopal
