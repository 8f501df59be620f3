#pragma once
// A partition by graph: PT-Scotch.

#include "driver/mesh/element_graph.hpp"

#include <mpi.h>

#include <vector>

namespace nopal {

/// A part may have this share of elements more than the mean.
constexpr double partition_imbalance = 0.02;

/// Collective. Deals the elements of the graph out to `parts` processes, so that parts have about the same size and few
/// rows join elements of different ones. Returns the parts of this process's block. Throws the same Error on all
/// processes if PT-Scotch fails.
std::vector<int> partition_graph(MPI_Comm communicator, const ElementGraph& graph, int parts);

} // namespace nopal
