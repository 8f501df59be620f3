#pragma once
// Brings the points of a plane that a picture shows to rank 0.

#include "plane.hpp"
#include "sampling.hpp"
#include "scale.hpp"

#include <vector>

namespace nopal::slices {

/// Collective. Returns the shades of the sampled points on rank 0, plane.right fastest, and nothing on other ranks. A
/// process sends two bytes for each sampled point that it owns. There are no more sampled points than pixels.
std::vector<Shade> gather(Call& call, Slot slot, const Plane& plane, const Sampling& right, const Sampling& up,
                          const Scale& scale);

} // namespace nopal::slices
