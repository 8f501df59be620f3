#pragma once
// The extreme values of a plane over all processes.

#include "plane.hpp"
#include "scale.hpp"

namespace nopal::slices {

/// Collective. Returns the extreme values of the plane. They are the same on all ranks and for any number of ranks.
Extremes extremes_of(Call& call, Slot slot, const Plane& plane);

} // namespace nopal::slices
