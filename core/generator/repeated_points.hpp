#pragma once
// Kernels whose points may be computed twice: near_rows.hpp and row_strips.hpp make loops faster in this way.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

namespace nopal::emit {

/// Whether a point may be computed twice, and compilers make vectors of a loop over points. So the kernel reads nothing
/// that it writes, prints nothing, and has no order, no branch and no loop.
bool may_repeat_points(const KernelDeclaration& kernel, const KernelText& text);

} // namespace nopal::emit
