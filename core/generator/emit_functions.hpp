#pragma once
// The dialect's functions of doubles in OpenCL C and CUDA C++ sources.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nopal::emit {

/// The functions with texts of nopal's own (core/maths/texts) that a kernel calls, in the order of dialect_functions().
/// A name that the kernel uses for something else cannot be among them: they are reserved.
std::vector<std::string_view> functions_with_texts(const KernelText& kernel);
/// Those that the stages of a stencil call. `texts`: of all kernels, by their numbers.
std::vector<std::string_view> functions_with_texts(const StencilDeclaration& stencil,
                                                   const std::vector<std::string>& texts);

/// Returns a line such as "static inline double nopal_call_sin(double a) { return nopal_sin(a); }" for each function of
/// the dialect, of those with texts only for the ones in `with_texts`. `begin`: what stands before the function's name.
/// `library`: what stands before the name of a function that the device's library has.
std::string function_definitions(const std::vector<std::string_view>& with_texts, std::string_view begin,
                                 std::string_view library);

} // namespace nopal::emit
