#pragma once
// How long a device copied and computed, and how much of this happened at the same time.

#include "core/device/device_extensions.hpp"

namespace nopal {

/// Times are in nanoseconds.
struct DeviceTimes {
  std::int64_t copies = 0;  ///< between host and device: the sum of their lengths
  std::int64_t kernels = 0; ///< kernels, and copies inside the device
  std::int64_t hidden = 0;  ///< the part of `copies` during which a kernel ran
};

DeviceTimes device_times(const std::vector<TimedCommand>& commands);

void add(DeviceTimes& sum, const DeviceTimes& more);

} // namespace nopal
