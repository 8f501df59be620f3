#pragma once
// A mesh as it comes from a file or from a function of a thorn: each process has a block of each table.

#include "core/sets/map_table.hpp"
#include "core/sets/mesh_rules.hpp"

#include <cstdint>
#include <vector>

namespace nopal {

/// Deals n elements out to processes in blocks of equal size: process p has [first(p), first(p + 1)).
struct ElementBlocks {
  std::int64_t elements = 0;
  int processes = 1;

  std::int64_t first(int process) const { return elements / processes * process + extra(process); }
  std::int64_t count(int process) const { return first(process + 1) - first(process); }
  /// Returns the process whose block has the element.
  int process_of(std::int64_t element) const;

private:
  /// The first blocks have one element more if the number of elements is no multiple of the number of processes.
  std::int64_t extra(int process) const {
    const std::int64_t more = elements % processes;
    return process < more ? process : more;
  }
};

/// Coordinates of the elements of one set, for a partition by coordinates.
struct ElementPositions {
  int set = -1;
  int dimension = 0;          ///< 1, 2 or 3; 0: there are none
  std::vector<double> values; ///< of this process's block of the set: element by element
};

struct MeshSlices {
  std::vector<std::int64_t> sizes; ///< by number of the set: elements of the whole mesh
  /// By number of the map: the rows of this process's block of the set it leads from. Empty for maps by rule.
  std::vector<MapTable> maps;
  ElementPositions positions;
  MeshRules rules{};
};

} // namespace nopal
