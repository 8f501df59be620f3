#pragma once
// Text of host functions that compute several stages of a stencil. Names: nopal_a3 is argument 3 of the stencil,
// nopal_t1 is temporary 1.

#include "core/generator/generator.hpp"

#include <functional>
#include <string>

namespace nopal::emit {

/// Returns "nopal_a3" for an argument (StageSource::arguments), "nopal_t1" for a temporary.
std::string joined_name(int number);

/// Whether a stage from `first` to `end` - 1 uses an argument or temporary.
bool stages_use(const StencilDeclaration& stencil, std::size_t first, std::size_t end, int number);
/// Whether such a stage writes an argument.
bool stages_write(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels, std::size_t first,
                  std::size_t end, int argument);

/// Text of a function with a RowLaunch or ColumnLaunch `nopal_launch`: defines the values that all points share, and
/// the numbers that the stages use.
std::string joined_values(const StencilDeclaration& stencil, std::size_t first, std::size_t end);

/// Returns the call of the body of a stage at the point (i, nopal_j<stage>, k). `name_of` gives the accessor of an
/// argument or temporary.
std::string joined_call(const StencilDeclaration& stencil, const std::vector<KernelDeclaration>& kernels,
                        std::size_t stage, const std::function<std::string(int)>& name_of = &joined_name);

} // namespace nopal::emit
