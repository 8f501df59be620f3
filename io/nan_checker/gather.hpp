#pragma once
// Joins what all processes have found.

#include "find.hpp"

namespace nopal::nan_checker {

/// Returns on rank 0 what all ranks have found, on the others `mine`. Collective.
Found gather(Services& services, const Found& mine, std::size_t most_points);

} // namespace nopal::nan_checker
