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

ElementBlocks MeshMaker::blocks(std::string_view name) const {
  const std::int64_t size = slices_.sizes[static_cast<std::size_t>(number_of_set(name))];
  if (size < 0) throw Error(fmt::format("the set {} has no size yet", name));
  return {size, collective_.size()};
}

void MeshMaker::map(std::string_view name, MapTable rows) {
  const auto number = topology_.find_map(name);
  if (!number)
    throw Error(
        fmt::format("no active thorn declares the map \"{}\"{}", name, did_you_mean(name, names_of(topology_.maps))));
  const auto map = static_cast<std::size_t>(*number);
  if (given_[map]) throw Error(fmt::format("the map {} gets a table twice", name));
  given_[map] = true;
  slices_.maps[map] = std::move(rows);
}

void MeshMaker::positions(std::string_view set, int dimension, std::vector<double> values) {
  if (slices_.positions.dimension > 0)
    throw Error(fmt::format("{} and {} have coordinates, but one set is enough to partition a mesh: leave one out",
                            topology_.sets[static_cast<std::size_t>(slices_.positions.set)].name, set));
  slices_.positions = {number_of_set(set), dimension, std::move(values)};
}

} // namespace nopal
