#pragma once
// The host versions of a loop over a set.

#include "core/generator/emit_host.hpp"

namespace nopal::emit {

/// Returns the functions nopal_plain and nopal_checked of a loop (core/kernels/loop.hpp).
HostVersions host_loop_versions(const KernelDeclaration& kernel);
/// Returns the function `nopal_body`, a template of the types of its dats.
std::string loop_body(const KernelDeclaration& kernel, const KernelText& text);
/// Returns the definition of `nopal_loop_kernel`, which describes the loop, in its namespace.
std::string loop_description(const KernelDeclaration& kernel, const std::string& file);

} // namespace nopal::emit
