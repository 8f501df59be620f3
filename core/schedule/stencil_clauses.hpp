#pragma once
// The clauses of a stencil and of the kernels of its stages.

#include "core/schedule/routine.hpp"
#include "core/variables/variables.hpp"

namespace nopal {

/// Returns the region on which the stencil reads a variable for a stage that computes on `computed`. A clause with a
/// region says it for a stage that is not extended. Otherwise the interior is read if only points of the interior can
/// be touched, and everything if others can. A boundary stage reads the boundary if the extent is 0.
/// `read` is an index in `stage.reads`.
Region region_read(const Stencil& stencil, const StencilStage& stage, int read, const Extent& computed);

/// Returns the regions of a slot that the stages before stage `s` write.
Region written_before(const Stencil& stencil, int s, Slot slot);

/// Sets reads, writes, uses and bindings of the stencil's routine `id`, and the regions of the clauses of its stages'
/// kernels. The stencil has kept the rules (check_rules()).
void set_clauses(const Stencil& stencil, const Variables& variables, std::vector<Routine>& routines, int id);

} // namespace nopal
