#include "core/declarations/set_loop.hpp"

#include "core/base/suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace nopal {

namespace {

std::vector<std::string> set_names(const Topology& topology) {
  std::vector<std::string> names;
  for (const MeshSet& set : topology.sets) names.push_back(set.name);
  return names;
}

std::vector<std::string> map_names(const Topology& topology) {
  std::vector<std::string> names;
  for (const MeshMap& map : topology.maps) names.push_back(map.name);
  return names;
}

// Returns the number of the set. Adds an error if there is none, and other thorns cannot declare it.
std::optional<int> require_set(const Topology& topology, const std::string& name, const std::string& user,
                               const Location& where, bool complete, ErrorList& errors) {
  const auto set = topology.find_set(name);
  if (!set && complete)
    errors.add(where, fmt::format("{}: no active thorn declares the set \"{}\"{}", user, name,
                                  did_you_mean(name, set_names(topology))));
  return set;
}

// Why a loop cannot use the variable. Empty: it can.
std::string refusal(const ClauseDeclaration& clause, const Group& group) {
  const int timelevel = clause.timelevel.value_or(0);
  const bool changes = clause.access != Access::read;
  if (group.kind == GroupKind::gf || group.kind == GroupKind::array)
    return fmt::format("is {} of type {}; a loop over a set uses dats and scalars",
                       group.kind == GroupKind::gf ? "a grid function" : "an array", to_string(group.kind));
  if (group.type == Type::complex) return "is complex; a loop over a set uses real and int values";
  if (timelevel >= group.timelevels)
    return fmt::format("names timelevel {}, but group {} has {} timelevel{}: declare more timelevels", timelevel,
                       group.name, group.timelevels, group.timelevels == 1 ? "" : "s");
  if (group.kind == GroupKind::scalar) {
    if (clause.access == Access::write)
      return "is a scalar; all elements would write it: use increments:, minima: or maxima:";
    if (clause.via) return "is a scalar, so no map leads to it: remove \"via\"";
    constexpr double most = 9007199254740992.0; // 2^53: all whole numbers up to it are doubles
    if (clause.from && group.type == Type::integer &&
        (*clause.from != std::floor(*clause.from) || std::fabs(*clause.from) > most))
      return "is an int, so its value before the loop is a whole number of at most 2^53";
    if (changes && timelevel > 0) return "is a scalar of the past, which a loop cannot change: remove the timelevel";
    return "";
  }
  if (clause.access == Access::minimum || clause.access == Access::maximum)
    return "is a dat; only scalars become the least or the largest of what elements give";
  if (clause.from) return "is a dat; only scalars start from a value: remove \"from\"";
  if (clause.access == Access::write && clause.via)
    return "is written through a map; two elements may lead to the same target, so the result would depend on their "
           "order: use increments:, or loop over the set of the target";
  return "";
}

// Finds the map of a clause and checks that it fits the loop. Empty after an error.
std::optional<int> map_of(const Topology& topology, const NameScope& scope, int set, const ClauseDeclaration& clause,
                          const Group& group, const std::string& kernel, ErrorList& errors) {
  const std::string name = scope.resolve(clause.via->map, "map", map_names(topology), clause.where, errors);
  if (name.empty()) return std::nullopt;
  const int number = *topology.find_map(name);
  const MeshMap& map = topology.maps[static_cast<std::size_t>(number)];
  const auto set_name = [&](int of) { return topology.sets[static_cast<std::size_t>(of)].name; };
  const auto refuse = [&](const std::string& why) {
    errors.add(clause.where, fmt::format("kernel {}: \"{}\": {}", kernel, clause.text, why));
    return std::nullopt;
  };
  if (map.from != set)
    return refuse(
        fmt::format("the map {} leads from {}, but the loop runs over {}", name, set_name(map.from), set_name(set)));
  if (set_name(map.to) != group.set)
    return refuse(
        fmt::format("the map {} leads to {}, but the variable lies on {}", name, set_name(map.to), group.set));
  if (clause.via->target && map.arity == 0)
    return refuse(fmt::format("the map {} has a varying number of targets, so no target has a fixed place: remove "
                              "\"[{}]\"",
                              name, *clause.via->target));
  if (clause.via->target && *clause.via->target >= map.arity)
    return refuse(fmt::format("the map {} has the targets 0 to {}", name, map.arity - 1));
  return number;
}

// " (airfoil::edge_cells leads there: write "via edge_cells")", or empty.
std::string suggest_map(const Topology& topology, int set, const std::string& to) {
  for (const MeshMap& map : topology.maps)
    if (map.from == set && topology.sets[static_cast<std::size_t>(map.to)].name == to)
      return fmt::format("; {} leads there: write \"via {}\"", map.name, split_name(map.name).name);
  return "";
}

// Why two uses of one slot exclude each other. Empty: they do not.
std::string conflict(const LoopUse& a, const LoopUse& b) {
  if (a.is_scalar())
    return a.clause.access != b.clause.access
               ? "uses it in two ways: a scalar of a loop is read, or it becomes one sum, minimum or maximum"
               : "";
  if (a.adds_elsewhere() && b.adds_elsewhere())
    return a.map != b.map ? "adds to it through two maps: split the loop into two" : "";
  if (a.adds_elsewhere())
    return "adds to it through a map and uses it in another way, so the result would depend on the order of the "
           "elements: split the loop into two, or use two variables";
  if (a.map < 0 && a.clause.access != Access::read && b.map >= 0 && !b.adds_elsewhere())
    return "changes it and reads it through a map, so the result would depend on the order of the elements: split the "
           "loop into two, or use two variables";
  return "";
}

} // namespace

Topology build_topology(const std::vector<ThornDeclaration>& thorns, ErrorList& errors, bool complete) {
  Topology topology;
  for (const ThornDeclaration& thorn : thorns)
    for (const SetDeclaration& set : thorn.sets)
      topology.sets.push_back({thorn.name + "::" + set.name, set.description, set.where});
  for (const ThornDeclaration& thorn : thorns) {
    for (const MapDeclaration& map : thorn.maps) {
      const std::string user = "map \"" + map.name + "\"";
      const auto from = require_set(topology, map.from, user, map.where, complete, errors);
      const auto to = require_set(topology, map.to, user, map.where, complete, errors);
      if (from && to)
        topology.maps.push_back(
            {thorn.name + "::" + map.name, *from, *to, map.arity, map.description, map.where, false, map.by_rule});
    }
    for (const GroupDeclaration& group : thorn.groups)
      if (!group.group.set.empty())
        require_set(topology, group.group.set, "group \"" + group.group.name + "\"", group.group.where, complete,
                    errors);
  }
  return topology;
}

std::optional<int> set_of_loop(const Topology& topology, const NameScope& scope, const LoopDeclaration& loop,
                               ErrorList& errors) {
  const std::string name = scope.resolve(loop.set, "set", set_names(topology), loop.where, errors);
  if (name.empty()) return std::nullopt;
  return topology.find_set(name);
}

std::optional<LoopUse> loop_use(const Topology& topology, const NameScope& scope, int set,
                                const ClauseDeclaration& clause, const std::string& variable, const Group& group,
                                const std::string& kernel, ErrorList& errors) {
  if (const std::string why = refusal(clause, group); !why.empty()) {
    errors.add(clause.where, fmt::format("kernel {}: {} {}", kernel, clause.text, why));
    return std::nullopt;
  }
  LoopUse use{variable, group, clause};
  if (use.is_scalar()) return use;
  if (clause.via) {
    const auto map = map_of(topology, scope, set, clause, group, kernel, errors);
    if (!map) return std::nullopt;
    use.map = *map;
    return use;
  }
  const std::string& own = topology.sets[static_cast<std::size_t>(set)].name;
  if (group.set != own) {
    errors.add(clause.where, fmt::format("kernel {}: \"{}\": {} lies on {}, but the loop runs over {}{}", kernel,
                                         clause.text, variable, group.set, own, suggest_map(topology, set, group.set)));
    return std::nullopt;
  }
  return use;
}

void check_conflicts(const std::vector<LoopUse>& uses, const std::string& kernel, ErrorList& errors) {
  for (std::size_t a = 0; a < uses.size(); ++a)
    for (std::size_t b = 0; b < uses.size(); ++b) {
      if (a == b || uses[a].variable != uses[b].variable || uses[a].timelevel() != uses[b].timelevel()) continue;
      const std::string why = conflict(uses[a], uses[b]);
      if (why.empty()) continue;
      errors.add(uses[a].clause.where, fmt::format("kernel {}: \"{}\" and \"{}\": the loop {}", kernel,
                                                   uses[a].clause.text, uses[b].clause.text, why));
      return;
    }
}

std::string why_only_on_host(const Topology& topology, const std::vector<LoopUse>& uses) {
  for (const LoopUse& use : uses) {
    const bool is_integer = use.group.type == Type::integer;
    const bool is_extreme = use.clause.access == Access::minimum || use.clause.access == Access::maximum;
    if (use.adds_elsewhere() && topology.maps[static_cast<std::size_t>(use.map)].arity == 0)
      return fmt::format("it adds to {} through a map of varying arity", use.variable);
    // The sum may need more than 64 bits. Only the host notices it.
    if (use.adds_elsewhere() && is_integer) return fmt::format("it adds to the integers {}", use.variable);
    // Devices reduce integers as reals.
    if (is_extreme && is_integer)
      return fmt::format("it finds the {} of integers for {}",
                         use.clause.access == Access::minimum ? "least" : "largest", use.variable);
  }
  return "";
}

} // namespace nopal
