#include "core/declarations/resolve.hpp"

#include "core/base/suggest.hpp"
#include "core/base/text.hpp"
#include "core/declarations/name_scope.hpp"
#include "core/declarations/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace nopal {

namespace {

// The number of bytes of an array must fit into a long.
constexpr long most_array_points = std::numeric_limits<long>::max() / 16;

// Number of points along one axis. Throws an Error.
long axis_points(const std::string& axis, const ThornDeclaration& thorn, const Parameters& parameters) {
  if (const auto number = parse_number<long>(axis)) return *number;
  const auto exists = [&](const std::string& full) { return parameters.find(full) != nullptr; };
  const std::vector<std::string> found = NameScope(thorn).find(axis, exists);
  if (found.size() > 1) throw Error("shape: " + ambiguity(axis, found));
  if (found.empty()) {
    std::vector<std::string> names;
    for (const ParameterDeclaration& parameter : thorn.parameters) names.push_back(parameter.name);
    throw Error("shape: \"" + axis + "\" is neither a number nor a parameter of " + thorn.name +
                did_you_mean(axis, names));
  }
  const std::string& name = found.front();
  const ParameterDeclaration& parameter = *parameters.find(name);
  if (parameter.type != ParameterType::integer || parameter.is_array)
    throw Error("shape: the parameter " + name + " is of type " + parameter.type_text() + ", expected an int");
  if (parameter.steerable == Steerable::always)
    throw Error("shape: the parameter " + name +
                " may change during a run, but an array keeps its shape: write \"steerable: recover\" or "
                "\"steerable: never\" at " +
                parameter.where.text());
  const long points = parameters.integer(name);
  if (points < 1)
    throw Error("shape: the parameter " + name + " is " + std::to_string(points) + " (" +
                parameters.where(name).text() + "), expected at least 1");
  return points;
}

void fill_shape(GroupDeclaration& declaration, const ThornDeclaration& thorn, const Parameters& parameters) {
  long all = 1;
  for (std::size_t axis = 0; axis < declaration.shape.size() && axis < 3; ++axis) {
    const long points = axis_points(declaration.shape[axis], thorn, parameters);
    if (points > most_array_points / all) throw Error("shape: this array is too large for any memory");
    all *= points;
    declaration.group.shape[axis] = points;
  }
}

void add_groups(const ThornDeclaration& thorn, const Parameters& parameters, Variables& variables, ErrorList& errors) {
  for (GroupDeclaration declaration : thorn.groups) {
    Group& group = declaration.group;
    const auto add = [&](const Error& error) {
      errors.add(group.where, "group \"" + group.name + "\": " + error.what());
    };
    try {
      fill_shape(declaration, thorn, parameters);
    } catch (const Error& error) {
      group.shape = {1, 1, 1}; // its variables exist, so that who uses them is not wrong, too
      add(error);
    }
    try {
      variables.add_group(group, declaration.variables);
    } catch (const Error& error) {
      add(error);
    }
  }
}

void check_inherits(const ThornDeclaration& thorn, const std::vector<std::string>& active, ErrorList& errors) {
  for (const std::string& name : thorn.inherits)
    if (std::find(active.begin(), active.end(), name) == active.end())
      errors.add({thorn.path, 0, 0}, fmt::format("the thorn {} inherits from \"{}\", which is not active{}: add it to "
                                                 "\"thorns:\" of the parfile",
                                                 thorn.name, name, did_you_mean(name, active)));
}

// An alias stands for a variable of an active thorn.
void check_aliases(const ThornDeclaration& thorn, const std::vector<ThornDeclaration>& thorns, ErrorList& errors) {
  for (const AliasDeclaration& alias : thorn.aliases) {
    const QualifiedName parts = split_name(alias.variable);
    std::vector<std::string> names;
    const auto owner = std::ranges::find(thorns, parts.thorn, &ThornDeclaration::name);
    if (owner == thorns.end()) continue; // check_inherits() reports it
    for (const GroupDeclaration& group : owner->groups)
      for (const std::string& variable : group.variables) names.push_back(owner->name + "::" + variable);
    if (std::find(names.begin(), names.end(), alias.variable) == names.end())
      errors.add_unknown(alias.where, "variable", parts.name,
                         fmt::format("alias {}: {} has no variable \"{}\"{}", alias.name, parts.thorn, parts.name,
                                     did_you_mean(alias.variable, names)));
  }
}

struct Provider {
  std::string thorn;
  FunctionDeclaration function;
};

std::map<std::string, Provider> providers_of(const std::vector<ThornDeclaration>& thorns, ErrorList& errors) {
  std::map<std::string, Provider> providers;
  for (const ThornDeclaration& thorn : thorns)
    for (const FunctionDeclaration& function : thorn.provides)
      if (const auto [first, is_new] = providers.emplace(function.name, Provider{thorn.name, function}); !is_new)
        errors.add(function.where,
                   fmt::format("the function \"{}\" is provided by two active thorns: {} ({}) and {}: activate only "
                               "one of them",
                               function.name, first->second.thorn, first->second.function.where.text(), thorn.name));
  return providers;
}

void check_required(const ThornDeclaration& thorn, const std::map<std::string, Provider>& providers,
                    ErrorList& errors) {
  std::vector<std::string> names;
  for (const auto& [name, provider] : providers) names.push_back(name);
  for (const FunctionDeclaration& required : thorn.requires_) {
    const std::string what = fmt::format("{} requires the function \"{}\"", thorn.name, required.name);
    const auto found = providers.find(required.name);
    if (found == providers.end()) {
      errors.add(required.where, fmt::format("{}, {}, but no active thorn provides it{}: add a thorn that provides it "
                                             "to \"thorns:\" of the parfile",
                                             what, required.signature, did_you_mean(required.name, names)));
    } else if (const auto& [provider, function] = found->second; function.signature != required.signature) {
      errors.add(required.where,
                 fmt::format("{} as {}, but {} provides it as {} ({}): write the same signature in both "
                             "thorns",
                             what, required.signature, provider, function.signature, function.where.text()));
    }
  }
}

} // namespace

void check_thorns(const std::vector<ThornDeclaration>& thorns, ErrorList& errors) {
  std::vector<std::string> active;
  for (const ThornDeclaration& thorn : thorns) active.push_back(thorn.name);
  const auto providers = providers_of(thorns, errors);
  for (const ThornDeclaration& thorn : thorns) {
    check_inherits(thorn, active, errors);
    check_aliases(thorn, thorns, errors);
    check_required(thorn, providers, errors);
  }
}

void declare_parameters(const std::vector<ThornDeclaration>& thorns, Parameters& parameters, ErrorList& errors) {
  for (const ThornDeclaration& thorn : thorns) {
    if (parameters.has_thorn(thorn.name)) {
      errors.add({thorn.path, 0, 0}, "the thorn \"" + thorn.name + "\" is active twice: activate it once");
      continue;
    }
    parameters.declare_thorn(thorn.name);
    for (const ParameterDeclaration& parameter : thorn.parameters) parameters.declare(parameter);
  }
}

Variables build_variables(const std::vector<ThornDeclaration>& thorns, const Parameters& parameters,
                          ErrorList& errors) {
  Variables variables;
  std::set<std::string> seen;
  for (const ThornDeclaration& thorn : thorns)
    if (seen.insert(thorn.name).second && check_group_names(thorn, errors))
      add_groups(thorn, parameters, variables, errors);
  return variables;
}

} // namespace nopal
