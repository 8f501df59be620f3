#pragma once
// The functions of core/maths as parts of the sources that compilers of devices get.

#include <span>
#include <string>
#include <string_view>

namespace nopal::maths {

/// Returns these functions and all that they use, in OpenCL C: `double nopal_sin(double)`. Nothing if there are no
/// names. A name is that of a function of NOPAL_MATHS_FUNCTIONS. Throws std::out_of_range for another one.
std::string opencl_text(std::span<const std::string_view> names);
/// The same in CUDA C++, for the device.
std::string cuda_text(std::span<const std::string_view> names);

} // namespace nopal::maths
