#pragma once
// Compiles CUDA C++ to machine code of one GPU architecture.

#include "nvrtc.hpp"

#include <nopal/device.hpp>

#include <string>
#include <vector>

namespace nopal::cuda {

/// The text that makes the shared kernels CUDA C++ (DeviceQueues::dialect).
extern const char* const cuda_dialect;

/// The target of a compilation: machine code if NVRTC knows the GPU's generation. Else it is PTX of the latest
/// generation that NVRTC knows, which the driver compiles.
struct Target {
  int architecture = 0; ///< 90
  bool ptx = false;
};

/// Returns the best of the architectures (ascending) for a GPU of compute capability `gpu` (90 is 9.0). Machine code
/// runs on GPUs of the same major version with the same or a larger minor version. Throws Error if all are too new.
Target choose_target(const std::vector<int>& architectures, int gpu, int nvrtc_version);

std::vector<std::string> compiler_options(const Target& target, const KernelArithmetic& arithmetic);

/// Returns the key of the code of a function. `device`: name and compute capability.
KernelKey code_key(const Nvrtc& nvrtc, const FunctionSource& source, const std::vector<std::string>& options,
                   const std::string& device);

/// Returns the code. Throws Error with the compiler's log if the source does not compile.
std::string compile_cuda(const Nvrtc& nvrtc, const FunctionSource& source, const Target& target,
                         const std::vector<std::string>& options);

} // namespace nopal::cuda
