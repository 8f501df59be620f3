#include "driver/setup/block_limits.hpp"

#include "core/plugins/host_backends.hpp"
#include "driver/session/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace nopal {

BlockPlace block_place(const BackendTraits& host) {
  return {fmt::format("{} (accelerator.host)", host.name), host.limits, false};
}

BlockPlace block_place(const std::string& plugin, const DeviceDescription& device) {
  return {fmt::format("{} (accelerator.device, {})", plugin, device.name), device.limits, device.is_gpu};
}

namespace {

// Opens every plugin, so it is called only after a kernel was refused.
std::vector<BlockPlace> all_places(const SearchPath& path, const Threads& threads, bool devices) {
  std::vector<BlockPlace> all;
  for (const HostBackendFound& found : find_host_backends(threads.host, path))
    if (found.trouble.empty()) all.push_back(block_place(found.traits));
  if (!devices) return all;
  for (const DeviceCandidate& candidate : find_devices(path, "auto", threads.device))
    if (!candidate.devices.empty()) all.push_back(block_place(candidate.name, candidate.devices.front()));
  return all;
}

} // namespace

void check_blocks(const RunDescription& run, const Context& context) {
  const Description& description = run.description;
  Kernels& kernels = *run.kernels;
  const DeviceChoice& device = context.device;
  together(context.session, [&] {
    ErrorList errors;
    const std::vector<Routine>& routines = description.schedule.routines();
    const std::set<int> callable = description.schedule.callable();
    for (const Routine& routine : routines) {
      if (!routine.is_kernel || !callable.contains(routine.id) || kernels.of(routine).kernel().blocks == nullptr)
        continue;
      BoundKernel& kernel = kernels.of(routine);
      std::vector<const Routine*> callers; // the kernel runs where they run
      for (const int launcher : routine.launchers)
        if (callable.contains(launcher)) callers.push_back(&routines[static_cast<std::size_t>(launcher)]);
      if (callers.empty()) callers.push_back(&routine);
      const bool device_may = std::any_of(callers.begin(), callers.end(), [](const Routine* r) { return r->device; });
      std::vector<BlockPlace> places;
      for (const Routine* caller : callers)
        places.push_back(device.plugin != nullptr && caller->device
                             ? block_place(device.plugin_name, device.description)
                             : block_place(context.host->traits()));
      if (kernel.has_automatic_threads()) kernel.choose_threads(suitable_threads(places));
      for (const BlockPlace& place : places) {
        if (fits(kernel.kernel(), kernel.shape(), place.limits)) continue;
        errors.add(routine.where, block_refusal(kernel.kernel(), kernel.shape(), place,
                                                all_places(run.path, context.threads, device_may)));
        break;
      }
    }
    errors.raise_if_any();
  });
}

} // namespace nopal
