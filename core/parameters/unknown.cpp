#include "core/parameters/unknown.hpp"

#include "core/base/suggest.hpp"

namespace nopal {

void report_unknown(const std::string& thorn, const std::string& name, const Location& where,
                    const Parameters& parameters, ErrorList& errors) {
  std::vector<std::string> names;
  for (const ParameterDeclaration* declaration : parameters.all())
    if (declaration->thorn == thorn) names.push_back(declaration->name);
  const std::string advice = names.empty() ? "; it has none" : "; \"nopal describe " + thorn + "\" lists them";
  errors.add(where, thorn + " has no parameter \"" + name + "\"" + did_you_mean(name, names) + advice);
}

} // namespace nopal
