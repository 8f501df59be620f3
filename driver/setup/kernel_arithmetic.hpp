#pragma once
// How kernels compute on the device of the run.

#include "core/device/device_plugin.hpp"
#include "core/parameters/parameters.hpp"

#include <string>

namespace nopal {

/// Reads accelerator.contract and accelerator.maths.
KernelArithmetic kernel_arithmetic(const Parameters& parameters);
/// Returns ", contracted, native maths", or what of it is true.
std::string text(const KernelArithmetic& arithmetic);

} // namespace nopal
