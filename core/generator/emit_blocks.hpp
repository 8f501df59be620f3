#pragma once
// Text of block kernels: the parts of the CUDA version, and shared arrays and atomics for all languages.

#include "core/generator/generator.hpp"
#include "core/kernel_text/kernel_text.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

/// Returns the classes, types and functions that the body of a block kernel uses in CUDA C++.
std::string cuda_block_types(const KernelDeclaration& kernel, const KernelText& text);
/// Returns the entry point of device_launch.hpp.
std::string cuda_block_entry(const KernelDeclaration& kernel, const KernelText& text);

/// Return functions nopal_atomic_add(pointer, value), … for the atomics that the text calls, and macros with the names
/// that it uses. CUDA: in namespace nopal_dialect.
std::string opencl_atomics(const KernelText& text);
std::string cuda_atomics(const KernelText& text);
/// Returns the function nopal_add(pointer, value), which adds to a double in global memory. The device needs
/// cl_khr_int64_base_atomics.
std::string opencl_add_real();
/// Returns true if a text calls `name`.
bool calls(const KernelText& text, std::string_view name);

/// Returns true if there are shared arrays with extents.
bool has_static(const KernelText& text);
/// Returns "struct nopal_shared_arrays { … };" with the shared arrays that have extents. Empty: there are none.
std::string shared_struct(const KernelDeclaration& kernel, const KernelText& text);
/// Returns the parameters of a body for the shared arrays. `arrays`: the type for arrays with extents. `space`
/// qualifies the pointer to the array without extent.
std::string shared_parameters(const KernelText& text, std::string_view arrays, std::string_view space);
/// Returns the values for these parameters in the call of the body. `arrays`: the value for arrays with extents.
std::string shared_values(const KernelText& text, std::string_view arrays);
/// Return macros for the shared arrays and block_sync(), and their end. `access`: "->" or ".". Empty for a pointwise
/// kernel.
std::string begin_shared(const KernelDeclaration& kernel, const KernelText& text, std::string_view access,
                         std::string_view sync);
std::string end_shared(const KernelDeclaration& kernel, const KernelText& text);

} // namespace nopal::emit
