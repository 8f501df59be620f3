#pragma once
// A partition by coordinates: recursive bisection.

#include "core/sets/mesh_slices.hpp"

#include <mpi.h>

#include <vector>

namespace nopal {

/// Collective. Deals the elements with these positions out to `parts` processes: a group of elements is cut across its
/// longest side into two, until each group is one part. Parts differ in size by at most about one element for each cut.
/// Of elements with equal coordinates the lower numbers go first. So the result depends on positions, numbers and
/// `parts` only. `blocks` says which elements this process has positions of. Returns their parts. Throws the same Error
/// on all processes if a position is not finite.
std::vector<int> bisect_coordinates(MPI_Comm communicator, const ElementBlocks& blocks,
                                    const ElementPositions& positions, int parts);

} // namespace nopal
