#pragma once
// All kernels of the thorn libraries in the build tree.

#include <nopal/device.hpp>

#include <vector>

namespace nopal::test {

/// Returns the kernels of installed thorns and of thorns that only tests use.
std::vector<const Kernel*> tree_kernels();
/// Returns the stencils whose stages have a common source.
std::vector<const StencilKernel*> tree_stencils();

} // namespace nopal::test
