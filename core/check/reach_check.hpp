#pragma once
// Checks that kernels read only points that they declare and that a process stores.

#include "core/check/finding.hpp"
#include "core/launch/reach.hpp"
#include "core/schedule/routine.hpp"

#include <functional>
#include <vector>

namespace nopal {

/// Errors: a kernel reads a point that the process does not store; it reads a region that it does not declare (on a
/// grid where each process may have neighbours); its body never assigns a value to a variable that it declares to
/// write. These are warnings if a branch of the body decides, or if no process of this run has that neighbour.
/// Warnings: the body has no branches and never touches a clause, or a region of it. `kernel_of` returns a routine's
/// kernel; null: the routine is not checked, for instance a function.
std::vector<Finding> check_reach(const Variables& variables, const std::vector<Routine>& routines,
                                 const Decomposition& decomposition,
                                 const std::function<const BoundKernel*(const Routine&)>& kernel_of);

} // namespace nopal
