#pragma once
// All kernels of the thorn libraries in the build tree.

#include <nopal/device.hpp>

#include <span>
#include <vector>

namespace nopal::test {

/// Returns the kernels of installed thorns and of thorns that only tests use.
std::vector<const Kernel*> tree_kernels();
/// Whether a kernel belongs to tests of wrong declarations or to unit tests, which run it on the host. With
/// NOPAL_LONG_TESTS=1 the answer is no for all.
bool is_wrong_or_a_sample(const Kernel& kernel);
/// Whether a test compiles the other forms of a kernel, too. They hold the same text, and compiling takes long, so this
/// is so for the first kernel of each thorn, and with NOPAL_LONG_TESTS=1 for all.
bool wanted_in_all_forms(const Kernel& kernel, std::span<const Kernel* const> kernels);
/// Returns the stencils whose stages have a common source.
std::vector<const StencilKernel*> tree_stencils();

} // namespace nopal::test
