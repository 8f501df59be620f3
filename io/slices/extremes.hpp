#pragma once
// What the values of a plane are like, over all processes.

#include "plane.hpp"
#include "scale.hpp"

namespace nopal::slices {

/// The same on all ranks, for any number of them. Collective.
Extremes extremes_of(Call& call, Slot slot, const Plane& plane);

} // namespace nopal::slices
