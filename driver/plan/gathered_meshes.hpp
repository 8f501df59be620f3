#pragma once
// What rank 0 must know of the meshes of all ranks for their plans.

#include "core/sets/run_mesh.hpp"

#include <mpi.h>

#include <vector>

namespace nopal {

/// Collective. Returns on rank 0 the mesh of each rank, as far as a plan needs it: its sets, without the global numbers
/// and the order of their elements, and no maps. Returns nothing on the other ranks.
std::vector<RunMesh> gather_meshes(MPI_Comm communicator, const RunMesh& mesh);

} // namespace nopal
