#pragma once
// Checks of stencils that need the grid and the parameters of a run.

#include "core/check/finding.hpp"
#include "core/schedule/schedule.hpp"

#include <vector>

namespace nopal {

/// Checks all stencils of a schedule after Schedule::derive_extents(). Errors, only of stencils with columns: splitters
/// in the wrong order; no room for an interval; a temporary is read where the splitters of this run leave it unwritten;
/// a read goes further below or above the axis than points are stored there. Warning: nothing depends on what a stage
/// writes.
std::vector<Finding> check_stencils(const Schedule& schedule, const Variables& variables, const Parameters& parameters,
                                    const Domain& domain);

} // namespace nopal
