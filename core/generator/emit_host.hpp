#pragma once
// Text that the host versions of pointwise and of block kernels share.

#include "core/generator/generator.hpp"

#include <string>

namespace nopal::emit {

/// "  const Read phi{…};": the accessor of grid function number `field` in the plain versions.
std::string plain_field(const ArgumentDeclaration& argument, int field);

/// Text of a function with a HostLaunch `nopal_launch`: defines the values that all points share.
std::string launch_values(const KernelDeclaration& kernel);

} // namespace nopal::emit
