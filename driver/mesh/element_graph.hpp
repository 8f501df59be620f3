#pragma once
// The graph of the elements of one set, for a partition.

#include "core/sets/mesh_slices.hpp"
#include "core/sets/topology.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace nopal {

/// The joined elements of each element of this process's block: element number first + n is joined to
/// targets[offsets[n]], …, targets[offsets[n + 1] - 1], which ascend. No element is joined to itself.
struct ElementGraph {
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> targets;
  std::vector<std::int64_t> weights; ///< by target: how many rows join the two elements
};

/// A row with more targets joins only those that follow each other in it. Otherwise such rows would need much memory.
constexpr std::size_t most_joined_targets = 32;

/// Collective. Joins two elements of the set if a row of a map from another set leads to both, or if a map from the set
/// to itself leads from one to the other.
ElementGraph element_graph(MPI_Comm communicator, const Topology& topology, const MeshSlices& slices, int set);

} // namespace nopal
