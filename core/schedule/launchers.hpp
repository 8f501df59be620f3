#pragma once
// The routines that launch a kernel: functions of its thorn, or the stencil that it is a stage of.

#include "core/schedule/routine.hpp"
#include "core/schedule/tree.hpp"

namespace nopal {

/// Returns the routines that `launched_by:` of a kernel names; for the kernel of a stage, its stencil. Adds an error
/// for each name that no function of the thorn has.
std::vector<int> find_launchers(const ItemTree::Item& item, const std::vector<Routine>& routines, ErrorList& errors);

/// The function that launches a kernel must declare what the kernel uses, so that the data are valid there. Adds an
/// error for each clause that it lacks.
void require_clauses(const Routine& kernel, const Routine& launcher, const Variables& variables, ErrorList& errors);

} // namespace nopal
