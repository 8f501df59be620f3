#pragma once
// From slices of a mesh to the part that each process holds.

#include "core/sets/local_mesh.hpp"
#include "core/sets/mesh_build.hpp"
#include "core/sets/mesh_slices.hpp"
#include "core/sets/topology.hpp"

#include <mpi.h>

#include <vector>

namespace nopal {

/// Collective. Sends each row to the owner of its element, and to the owners of the elements that it leads to through
/// incremented maps. Returns what this process got, with the owners of all elements that it does not own.
/// `owners`: by number of the set, the rank that owns each element of this process's block.
MeshPart route_rows(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
                    const std::vector<std::vector<int>>& owners);

/// Collective. Returns the part of the mesh that this process holds, with its neighbours in both directions. A process
/// may own nothing of a set. Throws Error if a process gets more than 2^31 - 1 elements of a set.
/// `sums`: see build_mesh.
LocalMesh distribute(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices,
                     const std::vector<std::vector<int>>& owners, SumOrder sums);

} // namespace nopal
