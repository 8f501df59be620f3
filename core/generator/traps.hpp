#pragma once
// Traps: texts that compile and mean something else than they seem to.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>

namespace nopal {

/// Adds an error for a division of two numbers without a point that leaves a rest (1/2 is 0), for `^` as a power (i^2
/// is the exclusive or of bits), for a decimal comma (u = 1,5*v is 1), and for a comparison of a parameter with a
/// choice of another one. `text`: a body or a helper function.
void check_traps(const KernelDeclaration& kernel, const std::string& text, const Locations& where, ErrorList& errors);

} // namespace nopal
