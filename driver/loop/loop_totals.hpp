#pragma once
// Scalars that loops over sets change.

#include "core/launch/bound_loop.hpp"
#include "core/thorn/services.hpp"

namespace nopal {

/// Collective. Gathers what the elements of all processes have given to the scalars of a loop, and writes the results
/// to host memory. Throws Error if an integer needs more than 64 bits.
void write_totals(const BoundLoop& loop, Reductions& reductions, Collective& collective, HostMemory& memory);

} // namespace nopal
