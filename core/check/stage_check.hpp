#pragma once
// Checks that the kernels of a stencil's stages read as far as the stencil takes into account, and no further.

#include "core/check/finding.hpp"
#include "core/launch/bound_kernel.hpp"
#include "core/schedule/routine.hpp"

#include <functional>
#include <vector>

namespace nopal {

/// Whether the routine is the kernel of a stage that computes the interior. Its regions follow from the extents of the
/// stencil's stages. Any other kernel of a stage computes the boundary, as a kernel outside of stencils does.
bool is_of_interior_stage(const std::vector<Routine>& routines, const Routine& routine);

/// Checks the stages of a stencil that compute the interior.
/// Errors: a kernel reads outside of the extent of its clause (a warning if the read is in a branch of its body). A
/// clause has no extent, and the kernel cannot be recorded, or it has branches and reads other points than its own. A
/// stage declares to write what none of its kernels assigns. An input is read further away than ghost zones or boundary
/// are wide.
/// Warnings, only for bodies without branches: no kernel of a stage uses a clause, or its whole extent.
std::vector<Finding> check_stages(const Variables& variables, const std::vector<Routine>& routines,
                                  const Routine& stencil, const Decomposition& decomposition,
                                  const std::function<const BoundKernel*(const Routine&)>& kernel_of);

} // namespace nopal
