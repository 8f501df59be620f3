#pragma once
// Text of block kernels: the emitters of the three languages, and the text that they share.

#include "core/generator/generator.hpp"
#include "core/generator/kernel_text.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

/// Returns the host versions of a block kernel, nopal_plain_block and nopal_checked_block.
std::string host_block_source(const KernelDeclaration& kernel, const KernelText& text);
/// Return complete sources with the entry point of device_launch.hpp.
std::string opencl_block_source(const KernelDeclaration& kernel, const KernelText& text);
std::string cuda_block_source(const KernelDeclaration& kernel, const KernelText& text);

/// Return functions nopal_atomic_add(pointer, value), … for the atomics that the text calls, and macros with the names
/// that it uses. CUDA: in namespace nopal_dialect.
std::string opencl_atomics(const KernelText& text);
std::string cuda_atomics(const KernelText& text);
/// Returns true if a text calls `name`.
bool calls(const KernelText& text, std::string_view name);

bool has_static(const KernelText& text);
/// Returns "struct nopal_shared_arrays { … };" with the shared arrays that have extents. Empty: there are none.
std::string shared_struct(const KernelDeclaration& kernel, const KernelText& text);
/// Returns "thread_i, thread_j, …, inside": the parameters that only block kernels have.
std::string block_parameters(std::string_view prefix, bool typed);
/// Returns macros for the shared arrays and block_sync(), and their end. `access`: "->" or ".".
std::string begin_shared(const KernelText& text, std::string_view access, std::string_view sync);
std::string end_shared(const KernelText& text);

/// Text of an OpenCL or CUDA entry: finds `nopal_box`, and `nopal_block`, the number of the block in it. `item`: the
/// expression for the number of the group along the first dimension. `entry`: along the second and third together.
std::string find_block(std::string_view address_space, std::string_view item, std::string_view entry);
/// Text that follows find_block() and launch_locals() and needs `thread_i` to `threads_k`: defines the other values of
/// block_parameters(), i, j, k and x, y, z.
std::string block_locals();

} // namespace nopal::emit
