#pragma once
// What a mesh function of a thorn (NOPAL_MESH) fills: the sizes of sets, and the tables or rules of maps.

#include "core/parameters/parameters.hpp"
#include "core/sets/mesh_slices.hpp"
#include "core/sets/topology.hpp"
#include "core/thorn/collective.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// The driver calls each mesh function of an active thorn once, on all processes, before variables have memory. Each
/// process gives a block of each table, so that no process needs a whole mesh. The names of sets and maps are full
/// names. All functions throw Error if a name is wrong or something is given twice.
class MeshMaker {
public:
  /// `together` runs a step on all processes: if it throws on any of them, all throw an Error with all messages.
  MeshMaker(const Parameters& parameters, const Topology& topology, Collective& collective,
            std::function<void(const std::function<void()>& step)> together);

  const Parameters& parameters() const { return parameters_; }
  const Topology& topology() const { return topology_; }
  Collective& collective() const { return collective_; }
  void together(const std::function<void()>& step) const { together_(step); }

  /// Sets the number of elements of the whole set. The same on all processes, and before tables of the set.
  void set(std::string_view name, std::int64_t elements);
  /// Sets the number of elements to that of a rhombus, whose numbers the elements have. Each process gets whole rows of
  /// the rhombus, whatever the partition of other sets is.
  void set(std::string_view name, const icosahedral::Rhombus& rhombus, icosahedral::Place place);
  /// Returns how the elements of a set are dealt out to processes while the mesh is made. The set must have a size.
  ElementBlocks blocks(std::string_view name) const;
  /// Gives the rows of this process's block of the set that the map leads from. Targets are global numbers.
  void map(std::string_view name, MapTable rows);
  /// Gives the map no table: its rows follow from the rule of the rhombus on which both of its sets lie. The
  /// declaration of the map must say by_rule: true. The same on all processes.
  void rule(std::string_view name);
  /// Gives coordinates of the elements of this process's block, element by element. One set may have coordinates; a
  /// partition by coordinates uses them. dimension: 1, 2 or 3.
  void positions(std::string_view set, int dimension, std::vector<double> values);

  /// What was given. A size of -1: none was given.
  const MeshSlices& slices() const { return slices_; }
  /// By number of the map: whether its table or its rule was given.
  const std::vector<bool>& given() const { return given_; }

private:
  int number_of_set(std::string_view name) const;
  /// Returns the number of a map that now gets its table or its rule.
  std::size_t give(std::string_view name);
  const Parameters& parameters_;
  const Topology& topology_;
  Collective& collective_;
  std::function<void(const std::function<void()>&)> together_;
  MeshSlices slices_;
  std::vector<bool> given_;
};

} // namespace nopal
