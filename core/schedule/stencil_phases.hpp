#pragma once
// The phases of a stencil: how far each stage must compute, and how far the stencil reads.

#include "core/schedule/stencil.hpp"
#include "core/variables/variables.hpp"

namespace nopal {

/// Sets phases and temporaries from the stages. Reads that are not declared count as they stand. `thorn` is the thorn
/// of the stencil: its variables have short names in the chains.
void set_phases(Stencil& stencil, const Variables& variables, const std::string& thorn);

} // namespace nopal
