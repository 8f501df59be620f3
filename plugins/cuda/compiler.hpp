#pragma once
// CUDA C++ to machine code of one GPU architecture.

#include "nvrtc.hpp"

#include <nopal/device.hpp>

#include <string>
#include <vector>

namespace nopal::cuda {

/// What makes the shared kernels (DeviceQueues::dialect) compile as CUDA C++.
extern const char* const cuda_dialect;

/// What to compile for: machine code where NVRTC knows the GPU's generation, else PTX of the latest that it knows,
/// which the driver then finishes.
struct Target {
  int architecture = 0; ///< 90
  bool ptx = false;
};

/// The best of the architectures (ascending) for a GPU of compute capability `gpu` (90 is 9.0). Machine code runs on
/// GPUs of the same major version and no smaller minor one. Throws Error where all are too new.
Target choose_target(const std::vector<int>& architectures, int gpu, int nvrtc_version);

std::vector<std::string> compiler_options(const Target& target, bool contract);

/// What the code of a function depends on. `device`: name and compute capability.
KernelKey code_key(const Nvrtc& nvrtc, const FunctionSource& source, const std::vector<std::string>& options,
                   const std::string& device);

/// Throws Error with the compiler's log where the source does not compile.
std::string compile_cuda(const Nvrtc& nvrtc, const FunctionSource& source, const Target& target,
                         const std::vector<std::string>& options);

} // namespace nopal::cuda
