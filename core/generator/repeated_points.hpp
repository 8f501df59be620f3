#pragma once
// Kernels whose points may be computed twice: near_rows.hpp and row_strips.hpp make loops faster in this way.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

namespace nopal::emit {

/// Whether the second computation of a point gives what the first one gives, and the compiler may make vectors of a
/// loop over points: the kernel reads nothing that it writes and prints nothing, has no order, branches and loops.
bool may_repeat_points(const KernelDeclaration& kernel, const KernelText& text);

} // namespace nopal::emit
