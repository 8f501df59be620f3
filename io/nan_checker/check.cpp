// Checks of the parfile beyond types and ranges.

#include "typed.hpp"

NOPAL_FUNCTION(check) {
  using namespace nopal;
  const Variables& variables = call.services().variables();
  ErrorList errors;
  for (const std::string& name : call.strings("variables"))
    for (const int v : variables.resolve(name))
      if (!nan_checker::can_be_not_finite(variables, v))
        errors.add(call.services().parameters().where("nan_checker::variables"),
                   "nan_checker.variables lists '" + variables.full_name(v) +
                       "', whose values are integers and always finite: remove it");
  errors.raise_if_any();
}
