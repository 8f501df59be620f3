#pragma once
// The choice of how many processes share each axis.

#include "core/grid/domain.hpp"

namespace nopal {

/// Processes along each axis, their product `size`. Entries of `wanted` other than 0 are kept. Each process
/// gets at least one point an axis, and at least as many as ghosts where the axis is exchanged.
/// The slowest axis is split first (px <= py <= pz), the split with the least work and exchange among these is
/// taken; another order only where none of these fits or it costs more than twice as much.
/// Error, saying what would fit, where there is none.
Index choose_process_grid(const Domain& domain, int size, const Index& wanted);

} // namespace nopal
