#pragma once
// Whole meshes of tests, of which each process reads a slice.

#include "driver/mesh/partition.hpp"
#include "driver/mesh/route.hpp"
#include "tests/support/whole_mesh.hpp"

#include "world.hpp"

#include <vector>

namespace nopal::test {

inline constexpr PartitionWay ways[] = {PartitionWay::blocks, PartitionWay::coordinates, PartitionWay::graph};

inline MeshSlices own_slice(const WholeMesh& mesh) { return slice_of(mesh, world_rank(), world_size()); }

/// Collective. Returns the owners of all elements from those of each process's block.
inline WholeOwners gather(const WholeOwners& blocks) {
  WholeOwners owners;
  for (const std::vector<int>& block : blocks)
    owners.push_back(route(MPI_COMM_WORLD, std::vector<std::vector<int>>(world_size(), block)).values);
  return owners;
}

} // namespace nopal::test
