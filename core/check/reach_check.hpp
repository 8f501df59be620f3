#pragma once
// Whether kernels look no further than they declare and than ghost zones and boundary are wide.

#include "core/check/finding.hpp"
#include "core/launch/reach.hpp"
#include "core/schedule/routine.hpp"

#include <functional>
#include <vector>

namespace nopal {

/// Errors: a read that leaves what a process stores; a read clause without a region that the kernel touches on a
/// general grid, where any process may have neighbours; a written variable that the body never assigns. Where a branch
/// decides, or no process of this run has the neighbour, they are warnings. Warnings: read clauses, or regions of
/// them, that a body without branches does not touch.
/// `kernel_of` gives a routine's kernel, or null for what is not to be checked, such as functions.
std::vector<Finding> check_reach(const Variables& variables, const std::vector<Routine>& routines,
                                 const Decomposition& decomposition,
                                 const std::function<const BoundKernel*(const Routine&)>& kernel_of);

} // namespace nopal
