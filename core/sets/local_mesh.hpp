#pragma once
// The part of a mesh that one process holds. This code does not use MPI.

#include "core/sets/local_map.hpp"

#include <cstdint>
#include <vector>

namespace nopal {

/// Elements of a set that travel between this process and another one, as local numbers, in the order of the message.
struct SetNeighbour {
  int rank = 0;
  std::vector<std::int32_t> receive; ///< ghosts of this process that the other one owns, ascending
  std::vector<std::int32_t> send;    ///< owned here; the other one has them as ghosts, in the order of its `receive`

  bool operator==(const SetNeighbour&) const = default;
};

/// The elements of one set on this process. Their local numbers are 0, 1, …:
///   [0, core)          owned; no map leads from them to a ghost, so a loop can compute them while ghosts travel
///   [core, owned)      owned; beside another process
///   [owned, executed)  execute halo: ghosts that lead to an element that this process owns, through a map that some
///                      loop increments through. This process executes them, too
///   [executed, stored) non-execute halo: other ghosts that the elements before lead to
struct LocalSet {
  std::int64_t global = 0; ///< elements of the whole mesh
  std::int32_t core = 0, owned = 0, executed = 0, stored = 0;
  std::vector<std::int64_t> numbers;    ///< the global number of each stored element
  std::vector<SetNeighbour> neighbours; ///< ascending ranks, without this process
  /// The order in which loops with increments execute [0, executed), as local numbers. Within [0, core) and within
  /// [core, owned) the numbers ascend. For each element of another set, the elements that lead to it through
  /// incremented maps stand in the order that SumOrder says, by default that of their global numbers. So sums have the
  /// same bits for any number of processes.
  std::vector<std::int32_t> order;

  bool operator==(const LocalSet&) const = default;
};

struct LocalMesh {
  std::vector<LocalSet> sets; ///< by number of the set (Topology)
  std::vector<LocalMap> maps; ///< by number of the map: rows for [0, executed) of the set that it leads from

  bool operator==(const LocalMesh&) const = default;
};

} // namespace nopal
