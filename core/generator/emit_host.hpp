#pragma once
// Pieces of text that the host versions of pointwise and of block kernels share.

#include "core/generator/generator.hpp"

#include <string>

namespace nopal::emit {

/// "  const Read phi{…};": the accessor of grid function number `field` in the plain versions.
std::string plain_field(const ArgumentDeclaration& argument, int field);

/// In a function that has `nopal_launch`, a HostLaunch: what all points share, by the names that bodies use.
std::string launch_values(const KernelDeclaration& kernel);

} // namespace nopal::emit
