#pragma once
// How the loops over sets of a run bring to targets what elements add to them on a device.

#include "core/device/device.hpp"
#include "core/launch/loop_way.hpp"
#include "core/parameters/parameters.hpp"

namespace nopal {

/// Throws Error if accelerator.loops asks for another way than gather, but accelerator.reproducible is true.
void check_loop_ways(const Parameters& parameters);

/// Reads accelerator.loops for this device. Each trial logs its result. Throws Error as check_loop_ways(), and if the
/// device does not have the way.
LoopWays loop_ways(const Parameters& parameters, const DeviceDescription& device);

} // namespace nopal
