#pragma once
// Which sets of a mesh lie on an icosahedral grid, and which maps between them follow from its rule.

#include "core/sets/icosahedral.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace nopal {

/// A set whose elements are the cells, edges or vertices of a rhombus, with its numbers.
struct OnRhombus {
  icosahedral::Rhombus rhombus;
  icosahedral::Place place = icosahedral::Place::cells;

  std::int64_t columns() const { return rhombus.columns(); }
  /// Returns the line in which the element with this number lies (Rhombus::lines).
  std::int64_t line_of(std::int64_t number) const { return number / columns(); }
  bool operator==(const OnRhombus&) const = default;
};

struct MeshRules {
  std::vector<std::optional<OnRhombus>> sets; ///< by number of the set; sets beyond its end lie on no grid
  /// By number of the map: whether its rows follow from the rule. Then both of its sets lie on the same rhombus, and it
  /// has no table. Maps beyond its end have tables.
  std::vector<bool> maps;

  /// Returns null if the set lies on no grid.
  const OnRhombus* of_set(int set) const {
    const auto s = static_cast<std::size_t>(set);
    return s < sets.size() && sets[s] ? &*sets[s] : nullptr;
  }
  bool of_map(std::size_t map) const { return map < maps.size() && maps[map]; }
  bool operator==(const MeshRules&) const = default;
};

/// The elements of a line lead to those of another one: the element in column i to the one in column i + shift.
struct LineTarget {
  std::int64_t line = 0;
  int shift = 0;
};

/// Returns where the elements of a line of `from` lead: a LineTarget for each target of a row.
std::vector<LineTarget> line_targets(const OnRhombus& from, std::int64_t line, const OnRhombus& to);

} // namespace nopal
