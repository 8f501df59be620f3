#pragma once
// The points of a plane that a picture shows, from all processes.

#include "plane.hpp"
#include "sampling.hpp"
#include "scale.hpp"

#include <vector>

namespace nopal::slices {

/// Shades of the sampled points, those along plane.right next to each other; complete on rank 0, empty on the others.
/// No more than the sampled points are held or sent: two bytes each, and no more of them than pixels. Collective.
std::vector<Shade> gather(Call& call, Slot slot, const Plane& plane, const Sampling& right, const Sampling& up,
                          const Scale& scale);

} // namespace nopal::slices
