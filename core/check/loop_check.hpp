#pragma once
// Compares the clauses of loops over sets with the targets and components that their kernels use.

#include "core/check/finding.hpp"
#include "core/kernels/loop.hpp"
#include "core/parameters/parameters.hpp"
#include "core/schedule/routine.hpp"
#include "core/sets/topology.hpp"
#include "core/variables/variables.hpp"

#include <functional>
#include <vector>

namespace nopal {

/// Errors: a target or a component that does not exist (a warning if data decide whether the body uses it); a dat that
/// the body should write or add to and does not; a component of a dat under `writes:` that never gets a value; a total
/// that gets nothing and does not start from a value. Warnings: a dat that the body does not read; a map of which the
/// body uses one target only. What a branch or a computed index may hide is not reported. `kernel_of` returns the loop
/// of a routine; if it returns null, the routine is not checked.
std::vector<Finding> check_loops(const Variables& variables, const Topology& topology,
                                 const std::vector<Routine>& routines, const Parameters& parameters,
                                 const std::function<const LoopKernel*(const Routine&)>& kernel_of);

} // namespace nopal
