#pragma once
// Names of variables and parameters, as the schedule looks them up for a thorn.

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
  Names(const Parameters& parameters, const Variables& variables) : parameters_(parameters), variables_(variables) {}

  const Parameters& parameters() const { return parameters_; }
  const Variables& variables() const { return variables_; }
  bool is_parameter(const std::string& full_name) const { return parameters_.find(full_name) != nullptr; }

  /// The variables that a variable's or group's name stands for; empty after an error.
  std::vector<int> variables(const ThornDeclaration& user, const std::string& name, const Location& where,
                             ErrorList& errors) const;
  /// The declaration of a parameter; null after an error.
  const ParameterDeclaration* parameter(const ThornDeclaration& user, const std::string& name, const Location& where,
                                        ErrorList& errors) const;

private:
  const Parameters& parameters_;
  const Variables& variables_;
};

} // namespace nopal
