#pragma once
// Finds how far a kernel reads from the outer boundary into the interior.

#include "core/launch/bound_kernel.hpp"

#include <array>

namespace nopal {

/// The read of a kernel at points of the outer boundary that lies farthest inside of the faces of one axis.
struct InwardRead {
  /// How many interior points, counted from the face, lie between the boundary and the point that is read, that point
  /// included. 0: the kernel reads no interior point from there.
  long points = 0;
  Slot slot{};          ///< what it reads so far, if points > 0
  bool is_known = true; ///< false: nobody knows how far it reads, so `points` is what it declares or a guess
};
using InwardReads = std::array<InwardRead, 3>;

/// Runs the recording version of the kernel at points of all layers of the outer boundary of the domain, with the
/// parameters of the run. `region`: the points that the kernel is launched over. Along an axis without boundary, and
/// for kernels of the interior, it reads nothing.
/// The values of data may decide how far the kernel reads, or it cannot be recorded. Then it counts as reading as far
/// as its clause declares, or, without an extent, as many points as the boundary has layers.
InwardReads inward_reads(const BoundKernel& kernel, const Domain& domain, Region region);

} // namespace nopal
