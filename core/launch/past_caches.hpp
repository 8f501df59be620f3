#pragma once
// Stores that go past the caches.

#include "core/kernels/host_columns.hpp"

namespace nopal {

/// Returns the function with the widest stores of this processor. nullptr: it has none.
StorePast store_past_caches();

/// Call this before other threads read what went past the caches.
void finish_past_caches();

} // namespace nopal
