#include "core/schedule/names.hpp"

#include "core/base/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

bool inherits(const ThornDeclaration& user, const std::string& thorn) {
  return std::find(user.inherits.begin(), user.inherits.end(), thorn) != user.inherits.end();
}

} // namespace

QualifiedName split_name(const std::string& name) {
  const size_t colons = name.find("::");
  if (colons == std::string::npos) return {"", name};
  return {name.substr(0, colons), name.substr(colons + 2)};
}

std::string suggest_full_name(const std::string& name, const std::vector<std::string>& all) {
  if (!split_name(name).thorn.empty()) return did_you_mean(name, all);
  std::vector<std::string> short_names;
  short_names.reserve(all.size());
  for (const std::string& full : all) short_names.push_back(split_name(full).name);
  const std::string best = closest(name, short_names);
  for (const std::string& full : all)
    if (!best.empty() && split_name(full).name == best) return fmt::format(" (did you mean \"{}\"?)", full);
  return "";
}

bool Names::is_active(const std::string& thorn) const {
  return std::any_of(thorns_.begin(), thorns_.end(), [&](const ThornDeclaration& each) { return each.name == thorn; });
}

std::vector<std::string> Names::visible(const ThornDeclaration& user, const std::string& name,
                                        const std::function<bool(const std::string&)>& exists) const {
  const QualifiedName parts = split_name(name);
  if (!parts.thorn.empty()) {
    const bool allowed = parts.thorn == user.name || inherits(user, parts.thorn);
    return allowed && exists(name) ? std::vector<std::string>{name} : std::vector<std::string>{};
  }
  if (const std::string own = user.name + "::" + name; exists(own)) return {own};
  std::vector<std::string> found;
  for (const std::string& thorn : user.inherits)
    if (const std::string full = fmt::format("{}::{}", thorn, name); exists(full)) found.push_back(full);
  return found;
}

void Names::add_error(const ThornDeclaration& user, const std::string& name, const std::string& kind,
                      const std::vector<std::string>& found, const std::vector<std::string>& all, const Location& where,
                      ErrorList& errors) const {
  if (found.size() > 1) {
    errors.add(where, fmt::format("\"{}\" may mean {}: write which one", name, fmt::join(found, " or ")));
    return;
  }
  const QualifiedName parts = split_name(name);
  const bool foreign = !parts.thorn.empty() && parts.thorn != user.name && !inherits(user, parts.thorn);
  if (foreign && std::find(all.begin(), all.end(), name) != all.end()) {
    errors.add(where, fmt::format("\"{}\" belongs to a thorn that {} does not inherit from: add {} to its inherits:",
                                  name, user.name, parts.thorn));
    return;
  }
  std::vector<std::string> near;
  std::vector<std::string> far;
  for (const std::string& full : all) {
    const QualifiedName candidate = split_name(full);
    const bool visible = candidate.thorn == user.name || inherits(user, candidate.thorn);
    if (visible) near.push_back(parts.thorn.empty() ? candidate.name : full);
    if (!visible && candidate.name == name) far.push_back(candidate.thorn);
  }
  std::string hint = did_you_mean(name, near);
  if (hint.empty() && !far.empty())
    hint = fmt::format(" ({} has one: add that thorn to inherits: to use it)", fmt::join(far, " and "));
  const std::string scope = user.inherits.empty() ? user.name
                                                  : fmt::format("{} or of what it inherits from ({})", user.name,
                                                                fmt::join(user.inherits, ", "));
  errors.add(where, fmt::format("\"{}\" is no {} of {}{}", name, kind, scope, hint));
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
  std::vector<std::string> all;
  for (const ParameterDeclaration* declaration : parameters_.all()) all.push_back(declaration->full_name());
  add_error(user, name, "parameter", found, all, where, errors);
  return "";
}

} // namespace nopal
