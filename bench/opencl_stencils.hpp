#pragma once
// Stencils in OpenCL by hand. nopal launches them as it launches its own kernels, through the same queue.

#include "core/kernels/launch.hpp"

#include <string>
#include <vector>

namespace bench {

/// A kernel, and how many points it computes beyond the interior along i and j.
struct HandLaunch {
  const nopal::Kernel* kernel = nullptr;
  std::array<long, 2> below{0, 0}, above{0, 0};
};

struct HandStencil {
  std::string name;
  std::vector<HandLaunch> launches; ///< in order
};

/// Returns the versions of the stencil of the thorn diffusion or advection_z. A work-item computes a row along i, in a
/// vertical stencil at all k; so they suit CPUs. Each version has the arguments of device_launch.hpp, and all fields
/// have one layout.
std::vector<HandStencil> opencl_stencils(const std::string& thorn);

} // namespace bench
