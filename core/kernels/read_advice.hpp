#pragma once
// What to declare for a read that a kernel's clauses do not allow.

#include "core/kernels/launch.hpp"

#include <string>

namespace nopal {

/// Returns the field's name in a clause of its thorn: "phi@1".
std::string clause_name(const Kernel& kernel, const KernelArgument& field);

/// Returns why a point of the outer boundary must not be computed from `at`, and what to do, if `at` lies inwards
/// beyond all points that this process owns. The grid is divided such that this does not happen, as far as it is known
/// how far kernels read (docs/decisions/0016-who-owns-the-boundary-owns-what-it-is-computed-from.md). Returns an empty
/// text in all other cases, and if it is not known which points the process owns (KernelGrid::owned is empty).
std::string inward_advice(const Kernel& kernel, const KernelArgument& field, const KernelGrid& grid, const Index& point,
                          const Index& at);

} // namespace nopal
