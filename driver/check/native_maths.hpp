#pragma once
// What `nopal check` says about accelerator.maths: native.

#include "driver/setup/context.hpp"

#include <string>
#include <vector>

namespace nopal {

/// Returns a line for each kernel that runs on the device and calls functions whose bits may differ there from those of
/// the host. Nothing if kernels on the device call nopal's own functions, as they do unless the parfile says native.
std::vector<std::string> native_maths_notes(const RunDescription& run, const DeviceChoice& device);

} // namespace nopal
