#pragma once
// How the loops over sets of a run bring to targets what elements add to them on a device.

#include "core/device/device.hpp"
#include "core/launch/loop_way.hpp"
#include "core/parameters/parameters.hpp"

namespace nopal {

/// Adds an error if accelerator.loops asks for another way than gather, but accelerator.reproducible is true.
void check_loop_ways(const Parameters& parameters, ErrorList& errors);

/// Reads accelerator.loops for this device, after check_loop_ways(). Each trial logs its result. Throws Error if the
/// device does not have the way.
LoopWays loop_ways(const Parameters& parameters, const DeviceDescription& device);

} // namespace nopal
