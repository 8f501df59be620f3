#pragma once
// OpenCL programs from source or from the cache.

#include "platforms.hpp"

#include <nopal/device.hpp>

#include <functional>
#include <string>

namespace nopal::opencl {

/// The text that makes the shared kernels OpenCL C (DeviceQueues::dialect).
extern const char* const opencl_dialect;

/// Returns the options of clBuildProgram for the sources of kernels.
std::string build_options(const FoundDevice& device, const KernelArithmetic& arithmetic);

/// An entry point of a built program.
struct Function {
  Program program;
  KernelObject kernel;
  std::string label;
  int largest_group = 1;
  std::size_t local_bytes = 0; ///< shared memory of a group
};

/// Returns the key of the binary of a function.
KernelKey binary_key(const FoundDevice& device, const FunctionSource& source, const std::string& options);

/// Builds a function from the cached binary of the same source, device, driver and options, or from source if there is
/// none or the driver does not accept it. Calls `built` with a function that was built from source, before it stores
/// the binary. Errors contain the compiler's log.
Function build_function(cl_context context, const FoundDevice& device, KernelCache& cache, const FunctionSource& source,
                        const std::string& options, const std::function<void(const Function&)>& built);

} // namespace nopal::opencl
