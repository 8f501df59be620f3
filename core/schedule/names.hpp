#pragma once
// Names of variables and parameters, as the schedule looks them up for a thorn.

#include "core/declarations/name_scope.hpp"
#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"
#include "core/variables/variables.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Resolves names for the thorns of a run. For each name that it cannot resolve it adds one error, with the closest
/// name.
class Names {
public:
  Names(const std::vector<ThornDeclaration>& thorns, const Parameters& parameters, const Variables& variables)
      : thorns_(thorns), parameters_(parameters), variables_(variables) {}

  const Parameters& parameters() const { return parameters_; }
  const Variables& variables() const { return variables_; }
  bool is_active(const std::string& thorn) const;

  /// The variables that a variable's or group's name stands for; empty after an error.
  std::vector<int> variables(const ThornDeclaration& user, const std::string& name, const Location& where,
                             ErrorList& errors) const;
  /// Full name of a parameter; empty after an error.
  std::string parameter(const ThornDeclaration& user, const std::string& name, const Location& where,
                        ErrorList& errors) const;
  /// These two call NameScope::find and NameScope::add_error for the thorn `user`.
  std::vector<std::string> visible(const ThornDeclaration& user, const std::string& name,
                                   const NameScope::Exists& exists) const;
  void add_error(const ThornDeclaration& user, const std::string& name, const std::string& kind,
                 const std::vector<std::string>& found, const std::vector<std::string>& all, const Location& where,
                 ErrorList& errors) const;

private:
  const std::vector<ThornDeclaration>& thorns_;
  const Parameters& parameters_;
  const Variables& variables_;
};

} // namespace nopal
