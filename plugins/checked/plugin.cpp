#include "device.hpp"

#include <unistd.h>

namespace nopal::checked {

/// For tests. `device: auto` never chooses it.
class CheckedPlugin : public DevicePlugin {
public:
  std::vector<DeviceDescription> find(int /*threads*/) override {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    DeviceDescription description;
    description.name = "separate memory on the host";
    description.api = "checked";
    description.memory_total = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * page;
    description.memory_free = static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) * page;
    description.limits.max_threads = max_block_threads;
    description.limits.max_shared_bytes = max_block_shared_bytes;
    description.adds_reals = true;
    return {description};
  }
  int priority(const DeviceDescription& /*device*/) const override { return -1; }
  std::unique_ptr<Device> open(const DeviceOptions& options) override {
    return std::make_unique<CheckedDevice>(find(0).front(), Options::parse(options.options));
  }
};

} // namespace nopal::checked

NOPAL_DEVICE(checked, nopal::checked::CheckedPlugin)
