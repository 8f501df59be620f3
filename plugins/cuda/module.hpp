#pragma once
// Functions on the GPU, from source or from the cache.

#include "compiler.hpp"
#include "driver.hpp"

#include <nopal/device.hpp>

#include <string>

namespace nopal::cuda {

/// A loaded entry point.
struct Function {
  CUmodule module = nullptr;
  CUfunction entry = nullptr;
  std::string label;
  int largest_group = 1;
  int shared_bytes = 0;          ///< memory that a block shares, declared in the source
  int allowed_bytes = 48 * 1024; ///< beside that, what a launch may ask for: more than this is to be asked for first
};

/// Loads the cached code of the same source, compiler, target and options, or else compiles; code that the driver
/// does not take is compiled anew. `device`: name and compute capability. The device's context must be current.
Function load_function(const Driver& driver, const Nvrtc& nvrtc, KernelCache& cache, const FunctionSource& source,
                       const Target& target, const std::string& device, bool contract);

} // namespace nopal::cuda
