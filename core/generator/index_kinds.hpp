#pragma once
// Indices that are reals, such as the coordinate x in u(x,j,k), and fields without indices.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

namespace nopal {

/// Adds an error, with line and column, for each index of a grid function, array or dat in the body that is a real, if
/// the text shows it, and for each use of one without indices. Compilers would find it, too, but only in generated
/// code.
void check_index_kinds(const KernelDeclaration& kernel, const KernelText& text, ErrorList& errors);

} // namespace nopal
