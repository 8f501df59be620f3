#pragma once
// All kernels of the thorn libraries in the build tree.

#include <nopal/device.hpp>

#include <vector>

namespace nopal::test {

/// Of the thorns that are installed and of those that only tests use.
std::vector<const Kernel*> tree_kernels();

} // namespace nopal::test
