#pragma once
// A device plugin, loaded as nopal loads it, and a device of it: opencl, or the one that NOPAL_TEST_DEVICE names.

#include "core/plugins/loader.hpp"
#include "tests/support/folders.hpp"

#include <nopal/device.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nopal::test {

inline std::string device_name() {
  const char* name = std::getenv("NOPAL_TEST_DEVICE");
  return name != nullptr ? name : "opencl";
}

inline DevicePlugin& plugin() {
  static DevicePlugin& plugin =
      *load_plugin(build_folder() + "/lib/nopal/devices/lib" + device_name() + ".so", "device", device_name()).device();
  return plugin;
}

/// Opens the first device; `cache`, `options` and `notice` as in DeviceOptions.
inline std::unique_ptr<Device> open_device(const std::string& cache = "", std::vector<std::string> options = {},
                                           std::function<void(const std::string&)> notice = {}) {
  DeviceOptions wanted;
  wanted.threads = 2;
  wanted.cache_folder = cache;
  wanted.options = std::move(options);
  wanted.notice = std::move(notice);
  return plugin().open(wanted);
}

/// A dense slot of nx x ny x nz points whose box starts at `lower`.
inline SlotStorage slot_storage(Slot slot, Index lower, Index extent, std::size_t element_size = 8) {
  SlotStorage storage;
  storage.slot = slot;
  storage.element_size = element_size;
  storage.layout.box = {lower, {lower[0] + extent[0], lower[1] + extent[1], lower[2] + extent[2]}};
  // Padding before and after each row, as in grid layouts.
  const long row = extent[0] + 3;
  storage.layout.stride = {1, row, row * extent[1]};
  storage.layout.lead = 2;
  storage.layout.size = 2 + row * extent[1] * extent[2];
  return storage;
}

} // namespace nopal::test
