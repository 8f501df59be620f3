#pragma once
// The extreme values of a plane over all processes.

#include "plane.hpp"
#include "scale.hpp"

namespace nopal::slices {

/// Returns the same on all ranks, for any number of ranks. Collective.
Extremes extremes_of(Call& call, Slot slot, const Plane& plane);

} // namespace nopal::slices
