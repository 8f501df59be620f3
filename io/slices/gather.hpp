#pragma once
// Brings the points of a plane that a picture shows to rank 0.

#include "plane.hpp"
#include "sampling.hpp"
#include "scale.hpp"

#include <vector>

namespace nopal::slices {

/// Returns on rank 0 the shades of the sampled points, plane.right fastest; on the others nothing. A process sends two
/// bytes for each sampled point that it owns, and there are no more of them than pixels. Collective.
std::vector<Shade> gather(Call& call, Slot slot, const Plane& plane, const Sampling& right, const Sampling& up,
                          const Scale& scale);

} // namespace nopal::slices
