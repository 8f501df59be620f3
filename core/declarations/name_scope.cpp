#include "core/declarations/name_scope.hpp"

#include "core/base/contains.hpp"
#include "core/base/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

// A variable is missing by the same cause wherever one is expected.
std::string missing_kind(std::string_view kind) {
  return kind.find("variable") != std::string_view::npos ? "variable" : std::string(kind);
}

} // namespace

QualifiedName split_name(const std::string& name) {
  const size_t colons = name.find("::");
  if (colons == std::string::npos) return {"", name};
  return {name.substr(0, colons), name.substr(colons + 2)};
}

std::string ambiguity(std::string_view name, const std::vector<std::string>& found) {
  return fmt::format("\"{}\" may mean {}: write the full name", name, fmt::join(found, " or "));
}

std::string suggest_full_name(const std::string& name, const std::vector<std::string>& all) {
  if (!split_name(name).thorn.empty()) return did_you_mean(name, all);
  std::vector<std::string> short_names;
  for (const std::string& full : all) short_names.push_back(split_name(full).name);
  const auto best = std::find(short_names.begin(), short_names.end(), closest(name, short_names));
  return best == short_names.end() ? "" : fmt::format(" (did you mean \"{}\"?)", all[best - short_names.begin()]);
}

bool NameScope::sees(const std::string& thorn) const { return thorn == thorn_ || contains(inherits_, thorn); }

const std::string* NameScope::alias(const std::string& name) const {
  const auto found = std::ranges::find(aliases_, name, &AliasDeclaration::name);
  return found == aliases_.end() ? nullptr : &found->variable;
}

std::vector<std::string> NameScope::find(const std::string& name, const Exists& exists) const {
  const QualifiedName parts = split_name(name);
  if (!parts.thorn.empty())
    return sees(parts.thorn) && exists(name) ? std::vector<std::string>{name} : std::vector<std::string>{};
  if (std::string own = thorn_ + "::" + name; exists(own)) return {std::move(own)};
  if (const std::string* variable = alias(name); variable != nullptr && exists(*variable)) return {*variable};
  std::vector<std::string> found;
  for (const std::string& thorn : inherits_)
    if (std::string full = thorn + "::" + name; exists(full)) found.push_back(std::move(full));
  return found;
}

std::string NameScope::resolve(const std::string& name, std::string_view kind, const std::vector<std::string>& all,
                               const Location& where, ErrorList& errors) const {
  const std::vector<std::string> found = find(name, [&](const std::string& full) { return contains(all, full); });
  if (found.size() == 1) return found.front();
  add_error(name, kind, found, all, where, errors);
  return "";
}

void NameScope::add_error(const std::string& name, std::string_view kind, const std::vector<std::string>& found,
                          const std::vector<std::string>& all, const Location& where, ErrorList& errors) const {
  if (found.size() > 1) return errors.add(where, ambiguity(name, found));
  const QualifiedName parts = split_name(name);
  if (!parts.thorn.empty() && !sees(parts.thorn) && contains(all, name))
    return errors.add(where, fmt::format("\"{}\" belongs to the thorn {}, but {} does not inherit from it: add {} to "
                                         "\"inherits:\" of {}",
                                         name, parts.thorn, thorn_, parts.thorn, thorn_));
  std::vector<std::string> near;
  std::vector<std::string> far;
  for (const std::string& full : all) {
    const QualifiedName candidate = split_name(full);
    if (sees(candidate.thorn))
      near.push_back(parts.thorn.empty() ? candidate.name : full);
    else if (candidate.name == name)
      far.push_back(candidate.thorn);
  }
  std::string hint = did_you_mean(name, near);
  if (hint.empty() && !far.empty())
    hint = fmt::format(" (there is one in {}: add that thorn to \"inherits:\" to use it)", fmt::join(far, " and "));
  const std::string scope = inherits_.empty() ? thorn_
                                              : fmt::format("{} or of the thorns that it inherits from ({})", thorn_,
                                                            fmt::join(inherits_, ", "));
  errors.add_unknown(where, missing_kind(kind), parts.name,
                     fmt::format("\"{}\" is no {} of {}{}", name, kind, scope, hint));
}

} // namespace nopal
