#pragma once
// Which elements of a set add to each element of another one, and in which order. With this table each target can be
// computed alone, with the bits of a loop that executes one element after the other.

#include "core/sets/local_mesh.hpp"

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace nopal {

/// Targets `first` to `end` - 1 of each row of a map.
struct AddedTargets {
  int map = -1; ///< number in the topology
  int first = 0, end = 0;

  auto operator<=>(const AddedTargets&) const = default;
};

/// Target t gets entries[offsets[t]] to entries[offsets[t + 1] - 1], in this order. The sums of an element are numbered
/// through all AddedTargets. Sum number s of element e is entry e * sums + s.
struct GatherTable {
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> entries;
};

/// Returns how many sums an element has.
int sums_of(std::span<const AddedTargets> added);

/// Makes the table for the first `owned` elements of the set that the maps lead to. The maps lead from `set` and have
/// fixed arities.
GatherTable gather_table(const LocalMesh& mesh, int set, std::span<const AddedTargets> added, std::int32_t owned);

} // namespace nopal
