#include "core/thorn/mesh_maker.hpp"

#include "core/base/error.hpp"
#include "core/base/suggest.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

template <class Named> std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  for (const Named& each : all) names.push_back(each.name);
  return names;
}

} // namespace

MeshMaker::MeshMaker(const Parameters& parameters, const Topology& topology, Collective& collective,
                     std::function<void(const std::function<void()>& step)> together)
    : parameters_(parameters), topology_(topology), collective_(collective), together_(std::move(together)),
      given_(topology.maps.size(), false) {
  slices_.sizes.assign(topology.sets.size(), -1);
  slices_.maps.resize(topology.maps.size());
  slices_.rules.sets.resize(topology.sets.size());
  slices_.rules.maps.resize(topology.maps.size(), false);
}

int MeshMaker::number_of_set(std::string_view name) const {
  if (const auto number = topology_.find_set(name)) return *number;
  throw Error(
      fmt::format("no active thorn declares the set \"{}\"{}", name, did_you_mean(name, names_of(topology_.sets))));
}

void MeshMaker::set(std::string_view name, std::int64_t elements) {
  std::int64_t& size = slices_.sizes[static_cast<std::size_t>(number_of_set(name))];
  if (size >= 0) throw Error(fmt::format("the set {} gets a size twice: {} and {}", name, size, elements));
  if (elements < 0) throw Error(fmt::format("the set {} has the size {}; expected 0 or more", name, elements));
  size = elements;
}

void MeshMaker::set(std::string_view name, const icosahedral::Rhombus& rhombus, icosahedral::Place place) {
  set(name, rhombus.count(place));
  slices_.rules.sets[static_cast<std::size_t>(number_of_set(name))] = {rhombus, place};
}

ElementBlocks MeshMaker::blocks(std::string_view name) const {
  const std::int64_t size = slices_.sizes[static_cast<std::size_t>(number_of_set(name))];
  if (size < 0) throw Error(fmt::format("the set {} has no size yet", name));
  return {size, collective_.size()};
}

std::size_t MeshMaker::give(std::string_view name) {
  const auto number = topology_.find_map(name);
  if (!number)
    throw Error(
        fmt::format("no active thorn declares the map \"{}\"{}", name, did_you_mean(name, names_of(topology_.maps))));
  const auto map = static_cast<std::size_t>(*number);
  if (given_[map])
    throw Error(
        fmt::format("the map {} gets {} twice", name, topology_.maps[map].by_rule ? "a table or a rule" : "a table"));
  given_[map] = true;
  return map;
}

void MeshMaker::map(std::string_view name, MapTable rows) { slices_.maps[give(name)] = std::move(rows); }

void MeshMaker::rule(std::string_view name) {
  const std::size_t number = give(name);
  const MeshMap& map = topology_.maps[number];
  if (!map.by_rule)
    throw Error(map.where, fmt::format("the map {} follows from a rule, but loops can follow its table only: add "
                                       "by_rule: true to its declaration",
                                       name));
  for (const int set : {map.from, map.to})
    if (slices_.rules.of_set(set) == nullptr)
      throw Error(
          fmt::format("the map {} follows from a rule, so both of its sets must lie on a rhombus before it: give "
                      "{} its size by set(name, rhombus, place)",
                      name, topology_.sets[static_cast<std::size_t>(set)].name));
  const OnRhombus &from = *slices_.rules.of_set(map.from), &to = *slices_.rules.of_set(map.to);
  const auto size = [](const OnRhombus& grid) {
    return fmt::format("{} columns and {} rows", grid.rhombus.columns(), grid.rhombus.rows());
  };
  if (from.rhombus != to.rhombus)
    throw Error(fmt::format("the map {} follows from a rule, but {} has {}, and {} has {}; expected the same rhombus",
                            name, topology_.sets[static_cast<std::size_t>(map.from)].name, size(from),
                            topology_.sets[static_cast<std::size_t>(map.to)].name, size(to)));
  if (const int arity = icosahedral::arity(from.place, to.place); arity != map.arity)
    throw Error(map.where, fmt::format("the map {} has arity: {}, but its rule gives each element {} targets: write "
                                       "arity: {}",
                                       name, map.arity == 0 ? "varying" : fmt::to_string(map.arity), arity, arity));
  slices_.rules.maps[number] = true;
}

void MeshMaker::positions(std::string_view set, int dimension, std::vector<double> values) {
  if (slices_.positions.dimension > 0)
    throw Error(fmt::format("{} and {} have coordinates, but one set is enough to partition a mesh: leave one out",
                            topology_.sets[static_cast<std::size_t>(slices_.positions.set)].name, set));
  slices_.positions = {number_of_set(set), dimension, std::move(values)};
}

} // namespace nopal
