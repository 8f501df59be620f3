#pragma once
// How a rank waits for others where a machine has more ranks than cores (idle_yield.cpp).

namespace nopal {

/// Returns how often this process has slept for a moment while MPI waited for a message.
long n_idle_moments();

} // namespace nopal
