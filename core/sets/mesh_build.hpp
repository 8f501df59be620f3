#pragma once
// From rows with global numbers to the part of a mesh that one process holds. This code does not use MPI.

#include "core/sets/local_mesh.hpp"
#include "core/sets/mesh_rules.hpp"
#include "core/sets/topology.hpp"

#include <cstdint>
#include <vector>

namespace nopal {

/// An element that another process owns.
struct Ghost {
  std::int64_t number = 0;
  int owner = 0; ///< rank
  bool operator==(const Ghost&) const = default;
};

/// The elements of one set that a process has to do with.
struct SetPart {
  std::int64_t global = 0;            ///< elements of the whole mesh
  std::vector<std::int64_t> owned;    ///< global numbers, ascending
  std::vector<std::int64_t> executed; ///< ascending: the owned ones, and ghosts that lead to an element that this
                                      ///< process owns, through an incremented map
  std::vector<Ghost> ghosts;          ///< ascending: those executed, and the targets of rows, if they are not owned
  bool operator==(const SetPart&) const = default;
};

/// Of a set on an icosahedral grid, the owned elements, those executed and the ghosts of one owner are whole lines.
struct MeshPart {
  std::vector<SetPart> sets;  ///< by number of the set
  std::vector<MapTable> maps; ///< by number of the map: rows of the executed elements, in their order; empty by rule
  MeshRules rules{};
  bool operator==(const MeshPart&) const = default;
};

/// The order in which the increments of a loop arrive at a target.
enum class SumOrder {
  by_number, ///< of the global numbers of the elements that lead to it: the same bits on any number of processes
  by_place   ///< of the places of these elements in memory
};

/// Numbers the elements of the process as LocalSet says. Owned elements are renumbered for
/// locality: those of the set that most entries of maps lead to by reverse Cuthill-McKee, unless the order of their
/// global numbers is nearly as good; other sets that maps lead to in the order in which known elements lead to them;
/// sets that only lead elsewhere by their targets. Where loops with increments need another order because of `sums`,
/// the numbers follow that order. The ghosts in the execute halo are ordered by owner, then by global number; so are
/// the other ghosts. Sets on an icosahedral grid keep the order of the global numbers within [0, core) and within
/// [core, owned), so that local numbers form whole lines, too: those of line l of the grid stand one after another, in
/// the order of the columns. The result depends on the arguments only. What neighbours need (SetNeighbour::send) is
/// missing; see fill_sends. Throws Error if a set has more than 2^31 - 1 elements on the process.
LocalMesh build_mesh(const Topology& topology, const MeshPart& part, SumOrder sums);

/// Returns the global numbers of the ghosts that a neighbour owns, in the order of its message.
std::vector<std::int64_t> received_numbers(const LocalSet& set, const SetNeighbour& neighbour);

/// Fills SetNeighbour::send of all neighbours. asked[r] are the received_numbers of rank r for elements that this
/// process owns. A rank that asks and is no neighbour becomes one.
void fill_sends(LocalSet& set, const std::vector<std::vector<std::int64_t>>& asked);

} // namespace nopal
