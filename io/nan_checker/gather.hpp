#pragma once
// What all processes have found.

#include "find.hpp"

namespace nopal::nan_checker {

/// Of all ranks, on rank 0; elsewhere `mine`. Collective.
Found gather(Services& services, const Found& mine, std::size_t most_points);

} // namespace nopal::nan_checker
