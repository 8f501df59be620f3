#include "driver/setup/block_limits.hpp"

#include "core/host/host_accelerators.hpp"
#include "core/kernels/block_limits.hpp"
#include "driver/session/failure.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

BlockLimits limits_of(const AcceleratorTraits& host) {
  return {fmt::format("{} (accelerator.host)", host.name), host.max_threads, host.max_shared_bytes};
}

BlockLimits limits_of(const std::string& plugin, const DeviceDescription& device) {
  return {fmt::format("{} (accelerator.device, {})", plugin, device.name), device.max_threads, device.max_shared_bytes};
}

// Asked for only where a kernel is refused: it opens every plugin.
std::vector<BlockLimits> all_limits(const SearchPath& path, const Threads& threads, bool devices) {
  std::vector<BlockLimits> all;
  for (const HostAcceleratorFound& found : find_host_accelerators(threads.host, path))
    if (found.trouble.empty()) all.push_back(limits_of(found.traits));
  if (!devices) return all;
  for (const DeviceCandidate& candidate : find_devices(path, "", threads.device))
    if (!candidate.devices.empty()) all.push_back(limits_of(candidate.name, candidate.devices.front()));
  return all;
}

} // namespace

void check_blocks(const Session& session, const SearchPath& path, const Description& description, Kernels& kernels,
                  const DeviceChoice& device, const HostAccelerator& host, const Threads& threads) {
  together(session, [&] {
    ErrorList errors;
    for (const Routine& routine : description.schedule.routines()) {
      if (!routine.is_kernel || kernels.of(routine).kernel().blocks == nullptr) continue;
      const BoundKernel& kernel = kernels.of(routine);
      // Kernels that functions launch run where the function does, which may be either.
      const bool may_use_device = device.plugin != nullptr && (routine.device || !routine.launchers.empty());
      const BlockLimits limits =
          may_use_device ? limits_of(device.plugin_name, device.description) : limits_of(host.traits());
      if (block_refusal(kernel.kernel(), kernel.shape(), limits, {}).empty()) continue;
      errors.add(routine.where, block_refusal(kernel.kernel(), kernel.shape(), limits,
                                              all_limits(path, threads, routine.device || !routine.launchers.empty())));
    }
    errors.raise_if_any();
  });
}

} // namespace nopal
