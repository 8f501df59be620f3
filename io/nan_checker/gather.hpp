#pragma once
// Joins the results of all processes.

#include "find.hpp"

namespace nopal::nan_checker {

/// Collective. Returns the results of all ranks on rank 0, and `mine` on the other ranks.
Found gather(Services& services, const Found& mine, std::size_t most_points);

} // namespace nopal::nan_checker
