#pragma once
// The part of a loop's plain version that computes several elements at once (core/kernels/host_lanes.hpp).

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>

namespace nopal::emit {

/// Whether a loop is computed so: it uses maps, all of a fixed arity, its dats and totals are reals, and its body is
/// straight. A loop without maps does not need it: the components of its elements already follow each other in memory.
bool has_lanes(const KernelDeclaration& kernel, const KernelText& text);

/// Returns the body and its helper functions for lanes, in a namespace of their own.
std::string lanes_body(const KernelDeclaration& kernel, const KernelText& text);
/// Returns the loop over elements from nopal_at on, while n_lanes of them are left. It moves nopal_at.
std::string lanes_loop(const KernelDeclaration& kernel);

} // namespace nopal::emit
