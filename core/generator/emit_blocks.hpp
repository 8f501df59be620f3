#pragma once
// Block kernels in all languages: what their texts share, and the three emitters.

#include "core/generator/generator.hpp"
#include "core/generator/kernel_text.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

/// The host versions of a block kernel, nopal_plain_block and nopal_checked_block, and what they need.
std::string host_block_source(const KernelDeclaration& kernel, const KernelText& text);
/// Complete sources, as those of pointwise kernels, with the entry point of device_launch.hpp.
std::string opencl_block_source(const KernelDeclaration& kernel, const KernelText& text);
std::string cuda_block_source(const KernelDeclaration& kernel, const KernelText& text);

/// Functions nopal_atomic_add(pointer, value), … for those atomics that the text calls, and the names by which it calls
/// them. CUDA: in namespace nopal_dialect.
std::string opencl_atomics(const KernelText& text);
std::string cuda_atomics(const KernelText& text);
/// Whether a text calls `name`.
bool calls(const KernelText& text, std::string_view name);

bool has_static(const KernelText& text);
/// "struct nopal_shared_arrays { … };", of the shared arrays with extents; empty where there are none.
std::string shared_struct(const KernelDeclaration& kernel, const KernelText& text);
/// "thread_i, thread_j, …, inside": what only block kernels are given.
std::string block_parameters(std::string_view prefix, bool typed);
/// `#define`s that make the shared arrays and block_sync() known by their names, and their end. `access`: "->" or ".".
std::string begin_shared(const KernelText& text, std::string_view access, std::string_view sync);
std::string end_shared(const KernelText& text);

/// In an OpenCL or CUDA entry: finds `nopal_box` and `nopal_block`, the group's number in it. `item`: which group this
/// is along the first dimension, `entry`: along the second and third together.
std::string find_block(std::string_view address_space, std::string_view item, std::string_view entry);
/// After find_block() and launch_locals(): the values that block_parameters() names from
/// `thread_i` to `threads_k` on, i, j, k and x, y, z.
std::string block_locals();

} // namespace nopal::emit
