#pragma once
// The sets and maps that the active thorns declare. Each has a number.

#include "core/base/location.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

struct MeshSet {
  std::string name; ///< full: "airfoil::cells"
  std::string description;
  Location where;
};

/// A map leads from each element of one set to elements of another set, or of the same one.
struct MeshMap {
  std::string name; ///< full: "airfoil::edge_cells"
  int from = -1;    ///< number of a set
  int to = -1;
  int arity = 0; ///< targets of each element; 0: it varies from element to element
  std::string description;
  Location where;
  /// Some scheduled loop increments data of `to` through this map. So a process also executes those elements of other
  /// processes that lead to elements that it owns.
  bool incremented = false;
  bool by_rule = false; ///< a mesh function may give a rule in place of a table: loops can follow both
};

struct Topology {
  std::vector<MeshSet> sets;
  std::vector<MeshMap> maps;

  bool empty() const { return sets.empty(); }
  int n_sets() const { return static_cast<int>(sets.size()); }
  int n_maps() const { return static_cast<int>(maps.size()); }
  std::optional<int> find_set(std::string_view full_name) const;
  std::optional<int> find_map(std::string_view full_name) const;
};

} // namespace nopal
