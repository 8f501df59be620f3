#pragma once
// How many interior points a process needs that owns points of the outer boundary.

#include "core/grid/inward.hpp"
#include "driver/setup/kernels.hpp"

namespace nopal {

/// Returns how far the kernels that the run may call read inwards from the outer boundary, with the parameters' values
/// now; at least 1. A function that writes points of the boundary and reads interior points may do so in any way, so it
/// counts as reading as many points as the boundary has layers.
InwardPoints inward_points(const Description& description, Kernels& kernels, const Domain& domain);

/// Throws Error if a process of the decomposition has boundary points, but fewer interior points than `inward` demands.
void check_inward(const Decomposition& decomposition, const InwardPoints& inward);

} // namespace nopal
