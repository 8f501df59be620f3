#include "core/schedule/names.hpp"

#include "core/declarations/name_scope.hpp"

namespace nopal {

std::vector<int> Names::variables(const ThornDeclaration& user, const std::string& name, const Location& where,
                                  ErrorList& errors) const {
  const NameScope scope(user);
  const auto found = scope.find(name, [&](const std::string& full) { return !variables_.resolve(full).empty(); });
  if (found.size() == 1) return variables_.resolve(found.front());
  scope.add_error(name, "variable or group", found, variables_.names(), where, errors);
  return {};
}

const ParameterDeclaration* Names::parameter(const ThornDeclaration& user, const std::string& name,
                                             const Location& where, ErrorList& errors) const {
  return parameters_.find(NameScope(user).resolve(name, "parameter", parameters_.names(), where, errors));
}

} // namespace nopal
