#pragma once
// The checks of the checked versions of kernels on devices (DeviceOptions::checked): the text of their functions in
// OpenCL C and CUDA C++, and the errors of what they have found. A kernel's source has both versions; the macro
// NOPAL_CHECKED, which checks_prelude() defines, chooses the checked one. Argument 7 of its launch (device_launch.hpp)
// keeps the first fault. Its line is negative if it is one of functions.kernel.

#include "core/kernels/launch.hpp"

#include <span>
#include <string>

namespace nopal {

/// Kinds of faults, in the place of the field's position: division of integers, its remainder, index of a local array,
/// real that no integer can be, shift by too many bits.
enum class KernelFault : int { division = -1, remainder = -2, index = -3, conversion = -4, shift = -5 };

/// Returns the functions that check an access to a field. They need nopal_bounds.
std::string guard_functions_text(bool opencl);

/// Returns the source of the kernel's checked version. `language`: Kernel::opencl or Kernel::cuda.
std::string checked_source(const Kernel& kernel, const char* Kernel::* language);

/// Throws the Error of a fault. `seen`: the ints of argument 7. `stored`: the points of its fields that are stored.
[[noreturn]] void fail_on_device(const Kernel& kernel, std::span<const int> seen, const Box& stored);

} // namespace nopal
