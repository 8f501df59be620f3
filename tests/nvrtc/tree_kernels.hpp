#pragma once
// All kernels of the thorn libraries in the build tree.

#include <nopal/device.hpp>

#include <span>
#include <vector>

namespace nopal::test {

/// Whether NOPAL_LONG_TESTS is set.
bool long_tests();
/// Returns the kernels of installed thorns and of thorns that only tests use.
std::vector<const Kernel*> tree_kernels();
/// Whether a test may leave out a kernel: one that tests of wrong declarations or unit tests run on the host, or a
/// stage of a method of mol, all of which come from one table. Of these the stages of RK4 and RK45 are not left out.
/// With NOPAL_LONG_TESTS=1 none is.
bool may_be_left_out(const Kernel& kernel);
/// Whether a test compiles the other forms of a kernel, too. They hold the same text, and compiling takes long, so this
/// is so for the first kernel of each thorn, and with NOPAL_LONG_TESTS=1 for all.
bool wanted_in_all_forms(const Kernel& kernel, std::span<const Kernel* const> kernels);
/// Returns the stencils whose stages have a common source.
std::vector<const StencilKernel*> tree_stencils();

} // namespace nopal::test
