#include "core/generator/loop_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

// Returns the position of the map in `maps`, where it is added if it is new.
int position_of(const MeshMap& map, LoopMaps& maps) {
  const auto found = std::ranges::find(maps.maps, map.name, &std::pair<std::string, int>::first);
  if (found != maps.maps.end()) return static_cast<int>(found - maps.maps.begin());
  maps.maps.emplace_back(map.name, map.arity);
  maps.by_rule.push_back(map.by_rule);
  return static_cast<int>(maps.maps.size()) - 1;
}

ArgumentDeclaration scalar_argument(const LoopUse& use, ArgumentDeclaration argument) {
  argument.axes = 0;
  argument.kind = use.group.type == Type::real ? ArgumentKind::real : ArgumentKind::integer;
  if (use.clause.access == Access::read) return argument;
  argument.kind = ArgumentKind::total;
  argument.access = use.clause.access;
  argument.from = use.clause.from;
  return argument;
}

ArgumentDeclaration dat_argument(const Topology& topology, const LoopUse& use, LoopMaps& maps,
                                 ArgumentDeclaration argument) {
  argument.kind = ArgumentKind::dat;
  argument.access = use.clause.access;
  argument.components = use.group.components;
  argument.axes = 1;
  // An element adds to its own values without conflict.
  if (use.map < 0 && argument.access == Access::increment) argument.access = Access::readwrite;
  if (use.map < 0) return argument;
  argument.map = position_of(topology.maps[static_cast<std::size_t>(use.map)], maps);
  argument.target = use.clause.via->target.value_or(-1);
  if (argument.target < 0) argument.axes = 2;
  return argument;
}

} // namespace

std::string timelevel_name(std::string variable, int timelevel) {
  for (int l = 0; l < timelevel; ++l) variable += "_p";
  return variable;
}

std::vector<ArgumentDeclaration> loop_arguments(const Topology& topology, const std::vector<LoopUse>& uses,
                                                LoopMaps& maps) {
  std::vector<ArgumentDeclaration> arguments;
  for (const LoopUse& use : uses) {
    ArgumentDeclaration argument{
        .name = use.clause.as.empty() ? timelevel_name(split_name(use.variable).name, use.timelevel()) : use.clause.as,
        .source = fmt::format("{}@{}", use.variable, use.timelevel()),
        .kind = ArgumentKind::dat,
        .is_integer = use.group.type == Type::integer};
    argument = use.is_scalar() ? scalar_argument(use, argument) : dat_argument(topology, use, maps, argument);
    const auto same = std::ranges::find_if(arguments, [&](const ArgumentDeclaration& other) {
      return other.source == argument.source && other.map == argument.map && other.target == argument.target &&
             other.name == argument.name;
    });
    if (same == arguments.end())
      arguments.push_back(argument);
    else if (same->access != argument.access)
      same->access = Access::readwrite;
  }
  return arguments;
}

} // namespace nopal
