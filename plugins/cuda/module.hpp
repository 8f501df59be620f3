#pragma once
// Loads functions to the GPU, from source or from the cache.

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
  int shared_bytes = 0; ///< shared memory of a block that the source declares
  int allowed_bytes =
      48 * 1024; ///< further shared memory that a launch may use without a change of the function's attribute
};

/// Loads the cached code of the same source, compiler, target and options. Compiles if there is none or the driver does
/// not accept it. `device`: name and compute capability. The device's context must be current.
Function load_function(const Driver& driver, const Nvrtc& nvrtc, KernelCache& cache, const FunctionSource& source,
                       const Target& target, const std::string& device, const KernelArithmetic& arithmetic);

} // namespace nopal::cuda
