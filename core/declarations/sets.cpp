// Reads sets:, maps: and mesh: of a thorn.

#include "core/base/identifier.hpp"
#include "core/base/suggest.hpp"
#include "core/declarations/reader.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

constexpr std::int64_t most_targets = 64;

// Reads the key `arity`: a number of targets, or the word varying (0).
int read_arity(yaml::Fields& fields) {
  const yaml::Entry* entry = fields.require("arity", "arity: 2");
  if (!entry) return 1;
  if (entry->value.is_scalar() && entry->value.text == "varying") return 0;
  const auto number = yaml::read_integer(entry->value);
  if (number.value && *number.value >= 1 && *number.value <= most_targets) return static_cast<int>(*number.value);
  fields.error(*entry, entry->value.mismatch(
                           fmt::format("the number of targets of each element, 1 to {}, or varying", most_targets)));
  return 1;
}

// Reads the key `by_rule`, which a map of varying arity cannot have.
bool read_by_rule(yaml::Fields& fields, int arity) {
  const bool by_rule = fields.boolean("by_rule");
  if (by_rule && arity == 0)
    fields.error(*fields.find("by_rule"),
                 "a map by rule has the same number of targets for each element, but the arity "
                 "is varying: write the number, or leave out by_rule");
  return by_rule;
}

} // namespace

std::string read_set_name(yaml::Fields& fields, const std::string& key, const ThornDeclaration& thorn) {
  const yaml::Entry* entry = fields.require(key, key + ": cells");
  std::string name = fields.word(key);
  if (!entry || !entry->value.is_scalar()) return "";
  std::vector<std::string> names;
  for (const SetDeclaration& set : thorn.sets) {
    if (set.name == name) return thorn.name + "::" + name;
    names.push_back(set.name);
  }
  if (is_qualified_identifier(name) && name.find("::") != std::string::npos) return name;
  fields.error(*entry, fmt::format("\"{}\" is no set of {}{}: declare it under \"sets:\", or write the full name of a "
                                   "set of another thorn, thorn::set",
                                   name, thorn.name, did_you_mean(name, names)));
  return "";
}

SetDeclaration read_set(const yaml::Entry& entry, ErrorList& errors) {
  SetDeclaration set{entry.key, "", entry.where}; // exists after an error, too, so that who names it is not wrong
  check_name(entry.key, "set", entry.where, errors);
  yaml::Fields fields(entry.value, "set \"" + entry.key + "\"", errors);
  if (!fields.is_map()) return set;
  set.description = fields.word("description");
  fields.finish();
  return set;
}

std::optional<MapDeclaration> read_map(const ThornDeclaration& thorn, const yaml::Entry& entry, ErrorList& errors) {
  if (!check_name(entry.key, "map", entry.where, errors)) return std::nullopt;
  yaml::Fields fields(entry.value, "map \"" + entry.key + "\"", errors);
  if (!fields.is_map()) return std::nullopt;
  MapDeclaration map;
  map.name = entry.key;
  map.where = entry.where;
  map.from = read_set_name(fields, "from", thorn);
  map.to = read_set_name(fields, "to", thorn);
  map.arity = read_arity(fields);
  map.by_rule = read_by_rule(fields, map.arity);
  map.description = fields.word("description");
  fields.finish();
  if (map.from.empty() || map.to.empty()) return std::nullopt;
  return map;
}

void check_set_names(const ThornDeclaration& thorn, ErrorList& errors) {
  for (const MapDeclaration& map : thorn.maps)
    for (const SetDeclaration& set : thorn.sets)
      if (map.name == set.name)
        errors.add(map.where, fmt::format("map \"{}\": this is also the name of the set at {}: rename one of them",
                                          map.name, set.where.text()));
}

} // namespace nopal
