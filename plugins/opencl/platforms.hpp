#pragma once
// The OpenCL devices of this machine that nopal can use, and why it cannot use the others.

#include "api.hpp"

#include <nopal/device.hpp>

#include <string>
#include <vector>

namespace nopal::opencl {

struct FoundDevice {
  cl_device_id id = nullptr;
  std::string platform; ///< name of its platform
  DeviceDescription description;
  std::string compiler; ///< names and versions of platform and driver
  std::string model;    ///< name and version of the device
};

struct Search {
  std::vector<FoundDevice> usable;
  std::vector<std::string> unusable; ///< other devices: name and reason
};

/// Returns all devices of all platforms, in the order of the API.
Search search();

/// Returns the device that the options choose: "platform=<part of its name>", "device=<number among the devices of that
/// platform, or of all>". Without "device=", its number is options.index modulo the number of devices.
const FoundDevice& choose(const std::vector<FoundDevice>& devices, const DeviceOptions& options);

/// Returns the choice of "work_items=rows" or "work_items=points". The default is rows for CPUs and points for GPUs.
bool work_items_are_rows(const FoundDevice& device, const DeviceOptions& options);

} // namespace nopal::opencl
