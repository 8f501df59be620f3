#pragma once
// The owner of each element of a mesh.

#include "core/sets/mesh_slices.hpp"
#include "core/sets/topology.hpp"

#include <mpi.h>

#include <vector>

namespace nopal {

enum class PartitionWay {
  blocks,      ///< equal blocks of numbers
  coordinates, ///< recursive bisection; needs positions (ElementPositions)
  graph,       ///< PT-Scotch
};

struct Partition {
  /// By number of the set: the rank that owns each element of this process's block (ElementBlocks).
  std::vector<std::vector<int>> owners;
  /// The sets that were partitioned themselves. The owners of the others follow from them.
  std::vector<int> primary;
};

/// Returns the rank that owns a line of a set on an icosahedral grid (Rhombus::lines).
int owner_of_line(const OnRhombus& grid, std::int64_t line, int processes);

/// Collective. Whatever the way is, sets on icosahedral grids (MeshRules) come first: the rows of a grid are dealt out
/// in blocks, and a process may get none. Other sets follow through the maps (follow_owners). Then one set without
/// owners is partitioned: `primary`, or the set that most entries of maps lead to if that is -1. For the way
/// `coordinates` it is the set with positions. Again the owners of other sets follow. Sets that no maps join to these,
/// such as those of another mesh, are partitioned in turn; by graph if they have no positions. A set without joined
/// elements is dealt out by blocks. All processes pass the same topology, way and primary set. Throws the same Error on
/// all processes if there are no positions but the way needs them.
Partition partition_mesh(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices, PartitionWay way,
                         int primary = -1);

/// Collective. Finds owners of the sets that maps join to those with owners, until no map leads further. The result
/// depends on the owners and tables only, except for elements that no map joins to others: these are dealt out by
/// blocks. `known` says which sets have owners; it is kept up to date. Of the sets without owners, the lowest with a
/// map to a set with owners is next, or else the lowest to which a map of such a set leads.
/// - An element of a set with such maps gets the owner of the first target in the first of its rows that has any.
/// - An element to which such maps lead gets the owner of the element with the lowest number that leads to it through
///   the first map that does.
void follow_owners(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
                   std::vector<std::vector<int>>& owners, std::vector<bool>& known);

} // namespace nopal
