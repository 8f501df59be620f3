#pragma once
// The functions of core/maths as source text for compilers of devices.

#include <span>
#include <string>
#include <string_view>

namespace nopal::maths {

/// A text of core/maths/texts, or the coefficients.
struct Text {
  std::string_view name, text;
};
/// Each file of core/maths/texts by its name, such as "exp_parts".
std::span<const Text> texts();
/// The lines "#define NOPAL_EXP_9 ...".
std::string_view coefficients();

/// Returns these functions and all that they use, in OpenCL C: `double nopal_sin(double)`. Nothing if there are no
/// names. A name is that of a function of NOPAL_MATHS_FUNCTIONS. Throws std::out_of_range for another one.
std::string opencl_text(std::span<const std::string_view> names);
/// The same in CUDA C++, for the device.
std::string cuda_text(std::span<const std::string_view> names);

} // namespace nopal::maths
