#pragma once
// The narrowest ghost zones with which a run works.

#include "driver/setup/grid.hpp"
#include "driver/setup/kernels.hpp"

namespace nopal {

/// Returns what `requires_grid` of the active thorns asks for; at least 1.
AutomaticWidths required_widths(const Description& description);

/// Returns how far the kernels and stencils that the run may call read along the axes of the grid, and at least
/// required_widths(). The extents of all stages are known. The boundary is as wide as the ghosts.
AutomaticWidths least_widths(const Description& description, Kernels& kernels, const Domain& domain);

} // namespace nopal
