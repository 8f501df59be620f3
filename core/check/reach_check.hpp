#pragma once
// Checks that kernels read only points that they declare and that their process stores.

#include "core/check/finding.hpp"
#include "core/launch/reach.hpp"
#include "core/schedule/routine.hpp"

#include <functional>
#include <vector>

namespace nopal {

/// Errors: a kernel reads a point that its process does not store; it reads a region that it does not declare (on a
/// grid where each process may have neighbours). These are warnings if the read is in a branch of the body, or if no
/// process of this run has that neighbour. Only for a body without branches: an error if it assigns no value to a
/// variable that it declares to write, a warning if it does not use a read clause or a region of it. `kernel_of`
/// returns the kernel of a routine. If it returns null, the routine is not checked: it may be a function.
std::vector<Finding> check_reach(const Variables& variables, const std::vector<Routine>& routines,
                                 const Decomposition& decomposition,
                                 const std::function<const BoundKernel*(const Routine&)>& kernel_of);

} // namespace nopal
