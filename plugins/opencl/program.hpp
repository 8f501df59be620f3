#pragma once
// OpenCL programs from source or from the cache.

#include "platforms.hpp"

#include <nopal/device.hpp>

#include <functional>
#include <string>

namespace nopal::opencl {

/// What makes the shared kernels (DeviceQueues::dialect) compile as OpenCL C.
extern const char* const opencl_dialect;

const char* build_options(bool contract);

/// An entry point of a built program.
struct Function {
  Program program;
  KernelObject kernel;
  std::string label;
  int largest_group = 1;
  std::size_t local_bytes = 0; ///< memory that a group shares
};

/// What the binary of a function depends on.
KernelKey binary_key(const FoundDevice& device, const FunctionSource& source, const std::string& options);

/// Builds from the cached binary of the same source, device, driver and options, or else from source; a binary that
/// the driver does not take is built anew. `built` is called with each function that was built from source, before
/// its binary is stored. Errors carry the compiler's log.
Function build_function(cl_context context, const FoundDevice& device, KernelCache& cache, const FunctionSource& source,
                        const std::string& options, const std::function<void(const Function&)>& built);

} // namespace nopal::opencl
