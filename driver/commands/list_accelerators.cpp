#include "driver/commands/commands.hpp"
#include "driver/setup/device_choice.hpp"

#include "core/base/bytes_text.hpp"
#include "core/host/host_accelerators.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>

namespace nopal {

namespace {

std::string row(const std::string& label, const std::string& text) {
  return fmt::format("    {:<20} {}\n", label, text);
}

std::string limits(long threads, const Index& along, std::size_t shared_bytes) {
  const bool narrower = std::any_of(along.begin(), along.end(), [&](long n) { return n != 0 && n < threads; });
  return fmt::format("{} thread{} a block{}, {} of shared memory", threads, threads == 1 ? "" : "s",
                     narrower ? fmt::format(" (at most {})", fmt::join(along, " x ")) : "", bytes_text(shared_bytes));
}

// How blocks and threads run: what does not depend on the physical device.
std::string manner_rows(const AcceleratorTraits& traits) {
  return row("blocks of a grid", traits.blocks) + row("threads of a block", traits.threads) +
         row("index of a thread", traits.index) + row("shared memory", traits.shared) + row("block sync", traits.sync) +
         row("atomics", traits.atomics);
}

std::string host_block(const HostAcceleratorFound& found) {
  const AcceleratorTraits& traits = found.traits;
  const std::string title = fmt::format("  {}    accelerator.host: {}\n", traits.name, traits.name);
  if (!found.trouble.empty()) return title + row("devices", "none: " + found.trouble);
  return title + row("devices", traits.devices) + row("library", traits.library) + manner_rows(traits) +
         row("limits", limits(traits.max_threads, {}, traits.max_shared_bytes));
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
  for (const DeviceDescription& device : candidate.devices)
    text += row("limits", limits(device.max_threads, device.max_along, device.max_shared_bytes));
  return text;
}

} // namespace

std::string accelerators_text(const SearchPath& path) {
  std::string text = "accelerators (several lines of devices, library and limits: one a device, in the same order):\n";
  for (const HostAcceleratorFound& found : find_host_accelerators(omp_get_max_threads(), path))
    text += host_block(found);
  for (const DeviceCandidate& candidate : find_devices(path, "auto", 0))
    if (candidate.plugin == nullptr || !candidate.plugin->traits().blocks.empty()) text += device_block(candidate);
  return text;
}

} // namespace nopal
