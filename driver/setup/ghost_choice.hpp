#pragma once
// The choice of driver.ghosts: auto.

#include "driver/setup/ghost_model.hpp"
#include "driver/setup/run_description.hpp"

namespace nopal {

/// Chooses the width of the ghosts, at least that of run.domain, which is the least one. Needs the kernels and the
/// limits of the run. Uses nothing but the description and the number of processes, so all ranks and all runs of a
/// parfile choose the same.
GhostChoice choose_ghosts(const RunDescription& run);

} // namespace nopal
