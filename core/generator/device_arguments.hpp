#pragma once
// Text for the arguments of kernels in OpenCL C and CUDA C++.

#include "core/generator/generator.hpp"

#include <string>
#include <string_view>

namespace nopal::emit {

enum class DeviceDialect { opencl, cuda };

/// Returns the structures of device_launch.hpp.
std::string device_structs(const KernelDeclaration& kernel, DeviceDialect dialect);

/// Returns the parameters of an entry point in the order of device_launch.hpp, without shared memory.
std::string entry_parameters(const KernelDeclaration& kernel, DeviceDialect dialect);

/// Text of an entry point: defines origin and strides of each field as nopal_o_phi, nopal_j_phi and nopal_k_phi.
std::string shape_locals(const KernelDeclaration& kernel, DeviceDialect dialect);

/// OpenCL: return the parameters of a body for its arguments, and the values in the call.
std::string opencl_body_parameters(const KernelDeclaration& kernel, std::string_view pointer_qualifier);
std::string opencl_body_arguments(const KernelDeclaration& kernel);
/// OpenCL: return the macros that a body uses for its fields, and their end.
std::string opencl_begin_fields(const KernelDeclaration& kernel);
std::string opencl_end_fields(const KernelDeclaration& kernel);

/// CUDA: returns the values in the call of a body.
std::string cuda_body_arguments(const KernelDeclaration& kernel);

} // namespace nopal::emit
