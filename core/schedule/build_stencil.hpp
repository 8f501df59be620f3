#pragma once
// Makes the stencil of a routine.

#include "core/schedule/names.hpp"
#include "core/schedule/routine.hpp"

namespace nopal {

/// Makes the stencil of the routine `id` from its declaration and from the kernels of its stages, which are among the
/// routines. Sets the member `stencil` and the clauses. Adds an error for each rule that it breaks.
void build_stencil(const Names& names, const ThornDeclaration& thorn, const ItemDeclaration& item,
                   std::vector<Routine>& routines, int id, ErrorList& errors);

/// Sets phases and clauses again after its stages have changed.
void rebuild_stencil(Stencil stencil, const Variables& variables, std::vector<Routine>& routines, int id,
                     ErrorList& errors);

} // namespace nopal
