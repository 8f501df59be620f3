#pragma once
// Which OpenCL devices this machine has, and which of them nopal can use.

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
  std::vector<std::string> unusable; ///< of the others: what and why
};

/// All devices of all platforms, in the order of the API.
Search search();

/// The device that the options name: "platform=<part of its name>", "device=<number among the devices of that
/// platform, or of all>"; else options.index, counted modulo the devices that are left.
const FoundDevice& choose(const std::vector<FoundDevice>& devices, const DeviceOptions& options);

/// What "work_items=rows" or "work_items=points" says; without it CPUs take rows and GPUs points.
bool work_items_are_rows(const FoundDevice& device, const DeviceOptions& options);

} // namespace nopal::opencl
