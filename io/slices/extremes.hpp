#pragma once
// The extreme values of a plane over all processes.

#include "plane.hpp"
#include "scale.hpp"

namespace nopal::slices {

/// Collective. Returns the extreme values of the plane. They are the same on all ranks and for any number of ranks.
Extremes extremes_of(Call& call, Slot slot, const Plane& plane);

/// Collective. Returns the extremes of the values of all processes.
Extremes of_all_processes(Collective& collective, const Extremes& mine);

} // namespace nopal::slices
