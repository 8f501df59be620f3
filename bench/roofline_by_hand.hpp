#pragma once
// Loops that do nothing but floating-point operations, as fast as the processor can. They are in a file of their own,
// which is compiled for this machine.

namespace bench {

/// Multiplies and adds in one instruction, where the processor has one. Returns the number of operations, two for each.
double fused_operations(long rounds);
/// As many multiplications as additions, in instructions of their own, as nopal's kernels have them. Returns their
/// number.
double separate_operations(long rounds);

} // namespace bench
