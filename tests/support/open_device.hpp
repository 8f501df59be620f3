#pragma once
// Opens a device plugin of the build by name.

#include "core/base/error.hpp"
#include "core/declarations/thorn.hpp"
#include "core/device/device_plugin.hpp"
#include "core/plugins/loader.hpp"

namespace nopal::test {

inline DevicePlugin& device_plugin(const std::string& name) {
  const SearchPath path = SearchPath::standard();
  for (const auto& [found, library] : path.devices())
    if (found == name) return *load_plugin(library, "device", name).device();
  throw Error("there is no device plugin \"" + name + "\" beside nopal's library or on NOPAL_THORN_PATH");
}

inline std::unique_ptr<Device> open_device(const std::string& name, const std::vector<std::string>& words = {},
                                           int threads = 0) {
  DeviceOptions options;
  options.options = words;
  options.threads = threads;
  return device_plugin(name).open(options);
}

} // namespace nopal::test
