#pragma once
// A physical device that a plugin found on this machine.

#include "core/host/host_backend.hpp"

#include <cstddef>
#include <string>

namespace nopal {

struct DeviceDescription {
  std::string name; ///< "NVIDIA H100", "cpu-haswell-..."
  std::string api;  ///< "CUDA 13.0", "OpenCL 3.0 PoCL 3.1"
  /// The API of the handles that NativeAccess gives: "cuda" (CUdeviceptr, CUstream), "opencl" (cl_mem,
  /// cl_command_queue), "host" (addresses, no queue).
  std::string native = "host";
  bool is_gpu = false;
  std::size_t memory_total = 0;     ///< in bytes
  std::size_t memory_free = 0;      ///< in bytes; 0: the API does not say
  std::size_t allocation_limit = 0; ///< largest allocation in bytes; 0: as large as the memory
  BlockLimits limits;
};

} // namespace nopal
