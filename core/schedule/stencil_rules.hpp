#pragma once
// The rules that the stages of a stencil must keep.

#include "core/base/error.hpp"
#include "core/schedule/routine.hpp"
#include "core/variables/variables.hpp"

namespace nopal {

/// Adds an error for each rule that the stencil breaks and that needs no grid. set_phases() has been called. Extents
/// that are not declared count as they stand, except for reads of a stage's own output: these are left out until the
/// extent is known. `routine` is the stencil's; its member `stencil` is not used.
void check_rules(const Stencil& stencil, const Variables& variables, const Routine& routine, ErrorList& errors);

} // namespace nopal
