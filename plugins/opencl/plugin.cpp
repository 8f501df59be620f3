#include "platforms.hpp"
#include "queues.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace nopal::opencl {

namespace {

/// Lets PoCL start this number of worker threads. Without a limit each process starts one for each core. PoCL 3.1
/// reads the first variable, PoCL 6.0 both. If the user has set one of them, nothing changes.
void limit_workers(int threads) {
  constexpr std::array names = {"POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT"};
  if (std::ranges::any_of(names, [](const char* name) { return std::getenv(name) != nullptr; })) return;
  for (const char* name : names) setenv(name, std::to_string(threads).c_str(), 0);
}

class OpenclPlugin final : public DevicePlugin {
public:
  std::vector<DeviceDescription> find(int threads) override {
    if (threads > 0 && !search_) limit_workers(threads);
    std::vector<DeviceDescription> descriptions;
    for (const FoundDevice& device : found().usable) descriptions.push_back(device.description);
    return descriptions;
  }

  std::string why_none() override { return fmt::format("{}", fmt::join(found().unusable, "; ")); }

  /// A CPU device shares the host's memory and cores, so `device: auto` does not take it.
  int priority(const DeviceDescription& device) const override { return device.is_gpu ? 10 : -1; }
  BackendTraits traits() const override {
    BackendTraits traits;
    traits.blocks = "work-groups, in any order and at the same time";
    traits.threads = "work-items of a work-group; CPU drivers run them as a loop in one thread";
    traits.index = "get_local_id";
    traits.shared = "local memory of the device";
    traits.sync = "barrier of the work-group";
    traits.atomics = "those of OpenCL; loops of compare-and-exchange for the others";
    return traits;
  }

  std::unique_ptr<Device> open(const DeviceOptions& options) override {
    if (find(options.threads).empty()) throw Error("the device opencl cannot be opened: " + why_none());
    return std::make_unique<QueuedDevice>(std::make_unique<OpenclQueues>(choose(found().usable, options), options),
                                          options.checked);
  }

private:
  const Search& found() {
    if (!search_) search_ = search();
    return *search_;
  }

  std::optional<Search> search_;
};

} // namespace

} // namespace nopal::opencl

NOPAL_DEVICE(opencl, nopal::opencl::OpenclPlugin)
