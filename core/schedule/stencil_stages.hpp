#pragma once
// The stages of a stencil as they are declared.

#include "core/schedule/names.hpp"
#include "core/schedule/routine.hpp"

namespace nopal {

/// Returns the stencil's axis and stages. The kernels of the stages are among `routines`. Adds errors for wrong
/// splitters and regions. After an error the result is not complete.
Stencil declared_stencil(const Names& names, const ThornDeclaration& thorn, const ItemDeclaration& item,
                         const Routine& routine, const std::vector<Routine>& routines, ErrorList& errors);

} // namespace nopal
