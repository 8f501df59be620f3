#pragma once
// The device kernel that adds to targets what the elements of a loop have stored for them (LoopKernel::device).

#include "core/kernels/launch.hpp"

namespace nopal {

/// Returns the kernel. It is launched over points (c, t): component c of target t. Its fields are arrays: the dat, what
/// the elements have stored, and the offsets and entries of a GatherTable. Its only number, an integer, is how many
/// components there are. To each value it adds its entries, one after the other.
const Kernel& gather_kernel();

} // namespace nopal
