#pragma once
// The dialect's functions of doubles in OpenCL C and CUDA C++ sources.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace nopal::emit {

/// The functions with texts of nopal's own (core/maths/texts) in a kernel's text, in the order of dialect_functions().
/// A name that the kernel uses for something else cannot be among them: they are reserved.
std::vector<std::string_view> functions_with_texts(const KernelText& kernel);
/// Those that the stages of a stencil call. `texts`: of all kernels, by their numbers.
std::vector<std::string_view> functions_with_texts(const StencilDeclaration& stencil,
                                                   const std::vector<std::string>& texts);

/// Those that the body calls, or a helper function that it calls.
std::vector<std::string_view> functions_called(const KernelText& kernel);

/// Returns Kernel::maths as a literal.
std::string maths_literal(const KernelText& kernel);

/// Returns a line such as "static inline double nopal_call_sin(double a) { return nopal_sin(a); }" for each function of
/// the dialect, of those with texts only for the ones in `with_texts`. `begin`: what stands before the function's name.
/// `native`: returns how the device's language calls one of the other functions, "sqrt" or "::sqrt".
std::string function_definitions(const std::vector<std::string_view>& with_texts, std::string_view begin,
                                 std::string (*native)(std::string_view name));

} // namespace nopal::emit
