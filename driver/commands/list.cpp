#include "driver/commands/commands.hpp"
#include "driver/setup/device_choice.hpp"

#include "core/base/bytes_text.hpp"
#include "core/schedule/schedule.hpp"

#include <fmt/format.h>

namespace nopal {

namespace {

std::string thorns_text(const SearchPath& path) {
  std::string text = "thorns:\n";
  for (const std::string& name : path.thorn_names()) {
    ErrorList errors;
    std::string description;
    try {
      description = read_thorn(path.thorn_file(name, {}), errors).description;
    } catch (const Error& error) {
      errors.add(error.what());
    }
    text += fmt::format("  {:<16} {}\n", name, errors.empty() ? description : "(broken) " + errors.messages().front());
  }
  return text;
}

std::string device_text(const DeviceDescription& device, int priority) {
  std::string text = fmt::format("{} ({})", device.name, device.api);
  if (device.memory_total > 0) text += ", " + bytes_text(device.memory_total);
  if (device.memory_free > 0) text += ", " + bytes_text(device.memory_free) + " free";
  return text + (priority < 0 ? ", only by name" : "");
}

std::string devices_text(const SearchPath& path) {
  std::string text = "devices (`device: auto` takes the highest priority, but nothing that is \"only by name\"):\n";
  for (const DeviceCandidate& candidate : find_devices(path, "auto", 0)) {
    if (candidate.devices.empty()) text += fmt::format("  {:<16} none: {}\n", candidate.name, candidate.trouble);
    for (std::size_t i = 0; i < candidate.devices.size(); ++i)
      text += fmt::format("  {:<16} {}: {}\n", candidate.name, i,
                          device_text(candidate.devices[i], candidate.priorities[i]));
  }
  return text + fmt::format("  {:<16} the host\n", "none");
}

std::string bins_text(const SearchPath& path) {
  std::string text = "bins, in the order in which a run passes them:\n";
  for (const Bin& bin : read_bins(path.roots().front() + "/bins.yaml"))
    text += fmt::format("  {:<16} {}\n", bin.name, bin.description);
  return text;
}

} // namespace

std::string list_text(const std::string& what) {
  const SearchPath path = SearchPath::standard();
  std::string text;
  if (what.empty() || what == "thorns") text += thorns_text(path);
  if (what.empty() || what == "devices") text += devices_text(path);
  if (what.empty() || what == "backends") text += backends_text(path);
  if (what.empty() || what == "bins") text += bins_text(path);
  return text;
}

} // namespace nopal
