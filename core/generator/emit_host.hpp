#pragma once
// Text that the host versions of pointwise and of block kernels share.

#include "core/generator/generator.hpp"
#include "core/generator/kernel_text.hpp"

#include <string>

namespace nopal::emit {

/// Returns the function `nopal_body`, a template of the types of its fields and arrays.
std::string host_body(const KernelDeclaration& kernel, const KernelText& text);
/// Returns "nopal_body(i, …, phi, phi_p, wavelength);".
std::string host_call(const KernelDeclaration& kernel, const KernelText& text);

/// Returns lines "  const Read phi{…};": the fields and arrays of the plain version.
std::string plain_arguments(const KernelDeclaration& kernel);
/// Text of a function with a HostLaunch `nopal_launch`: defines the values that all points share.
std::string launch_values(const KernelDeclaration& kernel);

} // namespace nopal::emit
