#pragma once
// The choice of the number of processes along each axis.

#include "core/grid/domain.hpp"

namespace nopal {

/// Returns the number of processes along each axis. Their product is `size`. Entries of `wanted` other than 0 are
/// kept. Each process gets at least one point along each axis, and at least as many as ghosts along an axis that is
/// exchanged. The slowest axis is split first (px <= py <= pz). Among these splits the one with the least work and
/// exchange is taken. A split in another order is taken only if none of these fits, or if it costs less than half.
/// Throws Error if no split fits. The Error says what would fit.
Index choose_process_grid(const Domain& domain, int size, const Index& wanted);

} // namespace nopal
