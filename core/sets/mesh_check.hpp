#pragma once
// Checks what a file or a function of a thorn gave as a mesh. This code does not use MPI.

#include "core/sets/mesh_slices.hpp"
#include "core/sets/topology.hpp"

#include <string>
#include <vector>

namespace nopal {

/// More elements than this a set cannot have: 2^53. So a double holds each number of elements.
constexpr std::int64_t most_elements = std::int64_t{1} << 53;

/// Returns a message for each mistake in the part of a mesh that process `process` of `processes` has, in the order of
/// sets, maps and positions. Of targets out of range, and of coordinates that are not finite, it names the first five
/// of each table, and the number of the others. Mistakes in sizes are found by each process in the same words. A map is
/// not checked if the size of one of its sets is wrong, and its targets are not if its table has the wrong shape.
std::vector<std::string> mesh_mistakes(const Topology& topology, const MeshSlices& slices, int process, int processes);

} // namespace nopal
