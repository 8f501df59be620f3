#include "driver/commands/commands.hpp"
#include "driver/setup/device_choice.hpp"

#include "core/kernels/block_limits.hpp"
#include "core/plugins/host_backends.hpp"

#include <fmt/format.h>

#include <omp.h>

namespace nopal {

namespace {

std::string row(const std::string& label, const std::string& text) {
  return fmt::format("    {:<20} {}\n", label, text);
}

// Describes how a plugin runs blocks and threads on any of its devices.
std::string manner_rows(const BackendTraits& traits) {
  return row("blocks of a grid", traits.blocks) + row("threads of a block", traits.threads) +
         row("index of a thread", traits.index) + row("shared memory", traits.shared) + row("block sync", traits.sync) +
         row("atomics", traits.atomics);
}

std::string host_block(const HostBackendFound& found) {
  const BackendTraits& traits = found.traits;
  const std::string title = fmt::format("  {}    accelerator.host: {}\n", traits.name, traits.name);
  if (!found.trouble.empty()) return title + row("devices", "none: " + found.trouble);
  return title + row("devices", traits.devices) + row("library", traits.library) + manner_rows(traits) +
         row("limits", limits_text(traits.limits));
}

std::string device_block(const DeviceCandidate& candidate) {
  std::string text = fmt::format("  {}    accelerator.device: {}\n", candidate.name, candidate.name);
  if (candidate.devices.empty()) {
    text += row("devices", "none: " + candidate.trouble);
    return candidate.plugin != nullptr ? text + manner_rows(candidate.plugin->traits()) : text;
  }
  for (const DeviceDescription& device : candidate.devices) text += row("devices", device.name);
  for (const DeviceDescription& device : candidate.devices) text += row("library", device.api);
  text += manner_rows(candidate.plugin->traits());
  for (const DeviceDescription& device : candidate.devices) text += row("limits", limits_text(device.limits));
  return text;
}

} // namespace

std::string backends_text(const SearchPath& path) {
  std::string text = "backends (a plugin with several devices has one line of devices, library and limits for each, in "
                     "the same order):\n";
  for (const HostBackendFound& found : find_host_backends(omp_get_max_threads(), path)) text += host_block(found);
  for (const DeviceCandidate& candidate : find_devices(path, "auto", 0))
    if (candidate.plugin == nullptr || !candidate.plugin->traits().blocks.empty()) text += device_block(candidate);
  return text;
}

} // namespace nopal
