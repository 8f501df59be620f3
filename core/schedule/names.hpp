#pragma once
// What a name in a thorn's declaration means: the thorn's own, an inherited thorn's, or "thorn::name".

#include "core/base/error.hpp"
#include "core/declarations/thorn.hpp"
#include "core/parameters/parameters.hpp"
#include "core/variables/variables.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nopal {

/// "thorn::name" taken apart; thorn is empty where the name carries none.
struct QualifiedName {
  std::string thorn;
  std::string name;
};
QualifiedName split_name(const std::string& name);

/// Looks names up on behalf of a thorn. Each miss adds one error, with the closest name.
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
  /// Full name of whatever `exists`, seen from this thorn: its own first, then of the thorns that it inherits from.
  /// Every one found in an inherited thorn is listed; empty where there is none.
  std::vector<std::string> visible(const ThornDeclaration& user, const std::string& name,
                                   const std::function<bool(const std::string&)>& exists) const;
  /// Adds the error for a name that visible() does not give exactly once. `kind`: "variable or group".
  /// `all`: every full name of that kind.
  void add_error(const ThornDeclaration& user, const std::string& name, const std::string& kind,
                 const std::vector<std::string>& found, const std::vector<std::string>& all, const Location& where,
                 ErrorList& errors) const;

private:
  const std::vector<ThornDeclaration>& thorns_;
  const Parameters& parameters_;
  const Variables& variables_;
};

/// ` (did you mean "thorn::name"?)` from the full names `all`; a name without a thorn is compared without theirs.
std::string suggest_full_name(const std::string& name, const std::vector<std::string>& all);

} // namespace nopal
