#pragma once
// What the active thorns demand of the grid and of the time step.

#include "core/grid/domain.hpp"
#include "driver/setup/description.hpp"

namespace nopal {

/// Adds an error for each requires_grid: and max_dt: that the grid of the parfile does not meet. The errors say which
/// parameter of the parfile to change.
void check_demands(const Description& description, const Domain& domain, ErrorList& errors);

} // namespace nopal
