#pragma once
// The functions of core/maths as parts of the sources that compilers of devices get.

#include <span>
#include <string>
#include <string_view>

namespace nopal::maths {

/// Text in OpenCL C that defines the macro NOPAL_INSTRUCTION: NOPAL_INSTRUCTION(fma)(a, b, c). It is for functions that
/// processors have an instruction for. Where NOPAL_CLANG_BUILTINS is defined, it is the function of the compiler.
inline constexpr std::string_view opencl_instructions = R"(#ifdef NOPAL_CLANG_BUILTINS
#define NOPAL_INSTRUCTION(name) __builtin_##name
#else
#define NOPAL_INSTRUCTION(name) name
#endif
)";

/// Returns these functions and all that they use, in OpenCL C: `double nopal_sin(double)`. Nothing if there are no
/// names. With NOPAL_NATIVE_MATHS these are names of the device's own functions. A name is that of a function of
/// NOPAL_MATHS_FUNCTIONS. Throws std::out_of_range for another one. opencl_instructions stands before the text.
std::string opencl_text(std::span<const std::string_view> names);
/// The same in CUDA C++, for the device.
std::string cuda_text(std::span<const std::string_view> names);

} // namespace nopal::maths
