#pragma once
// What all processes have found.

#include "find.hpp"

#include <string>

namespace nopal::nan_checker {

/// Of all ranks, on rank 0; elsewhere `mine`. Collective.
Found gather(Services& services, const Found& mine, std::size_t most_points);

/// Rank 0's text, on all ranks. Collective.
std::string same_text(Services& services, std::string text);

} // namespace nopal::nan_checker
