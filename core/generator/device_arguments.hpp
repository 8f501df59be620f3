#pragma once
// Arguments of kernels in OpenCL C and CUDA C++: how entry points take them and how bodies get them.

#include "core/generator/generator.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

enum class DeviceDialect { opencl, cuda };

/// The structures of device_launch.hpp.
std::string device_structs(const KernelDeclaration& kernel, DeviceDialect dialect);

/// The parameters of an entry point, in the order of device_launch.hpp, without those of shared memory.
std::string entry_parameters(const KernelDeclaration& kernel, DeviceDialect dialect);

/// In an entry point: origin and strides of each field, nopal_o_phi, nopal_j_phi and nopal_k_phi.
std::string shape_locals(const KernelDeclaration& kernel, DeviceDialect dialect);

/// OpenCL: the parameters that a body has for its arguments, and what a call gives for them.
std::string opencl_body_parameters(const KernelDeclaration& kernel, std::string_view pointer_qualifier);
std::string opencl_body_arguments(const KernelDeclaration& kernel);
/// OpenCL: the macros through which a body reaches its fields, and their end.
std::string opencl_begin_fields(const KernelDeclaration& kernel);
std::string opencl_end_fields(const KernelDeclaration& kernel);

/// CUDA: what a call of a body gives for its arguments.
std::string cuda_body_arguments(const KernelDeclaration& kernel);

} // namespace nopal::emit
