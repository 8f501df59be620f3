#include "driver/setup/device_choice.hpp"

#include "core/base/suggest.hpp"
#include "core/plugins/host_backends.hpp"
#include "core/plugins/loader.hpp"
#include "driver/devices/ask_devices.hpp"
#include "driver/session/failure.hpp"
#include "driver/session/gather.hpp"
#include "driver/setup/kernel_arithmetic.hpp"
#include "driver/setup/kernel_cache_folder.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <climits>
#include <filesystem>
#include <optional>
#include <utility>

namespace nopal {

namespace {

constexpr int unavailable = INT_MIN;

int best_priority(const DeviceCandidate& candidate) {
  if (candidate.priorities.empty()) return unavailable;
  return *std::max_element(candidate.priorities.begin(), candidate.priorities.end());
}

// Returns the plugin of highest priority that has a device on every rank, or -1. All ranks see the same plugins, but
// not the same devices.
int agree_on_plugin(const Session& session, const std::vector<DeviceCandidate>& candidates, int least_priority) {
  std::vector<int> priorities;
  for (const DeviceCandidate& candidate : candidates) priorities.push_back(best_priority(candidate));
  MPI_Allreduce(MPI_IN_PLACE, priorities.data(), static_cast<int>(priorities.size()), MPI_INT, MPI_MIN,
                session.communicator());
  return best_plugin(priorities, least_priority);
}

std::string why_not(const DeviceCandidate& candidate) {
  if (candidate.devices.empty()) return candidate.name + ": " + candidate.trouble;
  if (best_priority(candidate) < 0)
    return fmt::format("{}: it is taken only if accelerator.device names it ({})", candidate.name,
                       candidate.devices.front().name);
  return candidate.name + ": its priority is lower, or not every rank has such a device";
}

// It lies beside the program nopal, in bin/ beside lib/nopal.
std::string program_that_asks(const SearchPath& path) {
  return (std::filesystem::path(path.roots().front()).parent_path().parent_path() / "bin/nopal-devices").string();
}

// Opens the plugin's library in this process. If that is impossible, the candidate has no devices.
void open_library(DeviceCandidate& candidate, const std::string& file) {
  try {
    candidate.plugin = load_plugin(file, "device", candidate.name).device();
  } catch (const Error& error) {
    candidate = {candidate.name, nullptr, error.what(), {}, {}};
  }
}

// Lets the chosen plugin look for its devices in this process, too, since it will open one of them here.
DeviceDescription find_again(const DeviceCandidate& found, int index, const Threads& threads) {
  const std::vector<DeviceDescription> devices = found.plugin->find(threads.device);
  if (devices.size() != found.devices.size())
    throw Error(
        fmt::format("the device plugin {} finds {} devices, but a moment ago it found {}: start the run again, or "
                    "set accelerator.device: none",
                    found.name, devices.size(), found.devices.size()));
  return devices[static_cast<std::size_t>(index)];
}

} // namespace

std::vector<DeviceCandidate> find_devices(const SearchPath& path, const std::string& wanted, int threads) {
  std::vector<DevicePluginFile> plugins = path.devices();
  if (wanted != "auto") std::erase_if(plugins, [&](const DevicePluginFile& plugin) { return plugin.first != wanted; });
  std::vector<DeviceAnswer> answers = ask_devices(program_that_asks(path), plugins, threads);
  std::vector<DeviceCandidate> candidates;
  for (std::size_t i = 0; i < plugins.size(); ++i) {
    const auto& [name, file] = plugins[i];
    DeviceAnswer& answer = answers[i];
    DeviceCandidate candidate{name, nullptr, std::move(answer.trouble), std::move(answer.devices),
                              std::move(answer.priorities)};
    if (answer.opens) open_library(candidate, file);
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

int best_plugin(const std::vector<int>& priorities, int least) {
  int best = -1;
  for (int i = 0; i < static_cast<int>(priorities.size()); ++i)
    if (priorities[i] >= least && (best < 0 || priorities[i] > priorities[best])) best = i;
  return best;
}

DeviceShare share_devices(const std::vector<int>& priorities, int node_rank, int node_size) {
  const int highest = *std::max_element(priorities.begin(), priorities.end());
  std::vector<int> best;
  for (int i = 0; i < static_cast<int>(priorities.size()); ++i)
    if (priorities[i] == highest) best.push_back(i);
  const int n = static_cast<int>(best.size());
  const int turn = node_rank % n;
  return {best[turn], (node_size - turn + n - 1) / n};
}

void check_device_name(const SearchPath& path, const std::string& wanted, const Location& where) {
  std::vector<std::string> names = {"auto", "none"};
  for (const auto& [name, file] : path.devices()) names.push_back(name);
  if (std::find(names.begin() + 2, names.end(), wanted) != names.end()) return;
  const std::vector<std::string> hosts = host_backend_names(path);
  if (std::find(hosts.begin(), hosts.end(), wanted) != hosts.end())
    throw Error(where, fmt::format("accelerator.device is \"{0}\", which is a host backend, not a device: set "
                                   "accelerator.host: {0}, and accelerator.device: none to run there",
                                   wanted));
  if (const std::string command = path.build_command("devices", wanted); !command.empty())
    throw Error(where, fmt::format("accelerator.device is \"{}\", which is not built: run \"{}\"", wanted, command));
  throw Error(where, fmt::format("accelerator.device is \"{}\", expected one of {}{}", wanted, fmt::join(names, ", "),
                                 did_you_mean(wanted, names)));
}

DeviceChoice choose_device(const Session& session, const SearchPath& path, const Parameters& parameters,
                           const Threads& threads) {
  const std::string& wanted = parameters.string("accelerator::device");
  const Location where = parameters.where("accelerator::device");
  DeviceChoice choice;
  if (wanted == "none") {
    choice.account = "device: none, as accelerator.device says; device routines run on the host";
    return choice;
  }
  const auto candidates = together(session, [&] {
    if (wanted != "auto") check_device_name(path, wanted, where);
    return find_devices(path, wanted, threads.device);
  });
  const bool automatic = wanted == "auto";
  const int chosen = agree_on_plugin(session, candidates, automatic ? 0 : unavailable + 1);
  together(session, [&] {
    if (!automatic && chosen < 0 && candidates.front().devices.empty())
      throw Error(where, fmt::format("accelerator.device is \"{}\", which has no device here: {}", wanted,
                                     candidates.front().trouble));
  });

  std::string others;
  for (int i = 0; i < static_cast<int>(candidates.size()); ++i)
    if (i != chosen) others += "\n  not " + why_not(candidates[i]);
  if (chosen < 0) {
    choice.account = "device: none, chosen automatically; device routines run on the host" + others;
    return choice;
  }
  const DeviceCandidate& found = candidates[chosen];
  const DeviceShare share = share_devices(found.priorities, session.node_rank(), session.node_size());
  const DeviceDescription device = together(session, [&] { return find_again(found, share.index, threads); });
  choice = {found.name, found.plugin, share.index, device, share.sharers, {}};
  choice.account =
      fmt::format("device: {} ({}, {}), {}{}", choice.plugin_name, choice.description.name, choice.description.api,
                  automatic ? "chosen automatically" : "as accelerator.device says", others);
  return choice;
}

std::unique_ptr<Device> open_device(const DeviceChoice& choice, const Parameters& parameters, const Threads& threads,
                                    std::function<void(const std::string&)> notice, bool timed) {
  if (choice.plugin == nullptr) return nullptr;
  return choice.plugin->open({.timed = timed,
                              .index = choice.index,
                              .arithmetic = kernel_arithmetic(parameters),
                              .synchronous = parameters.boolean("accelerator::synchronous"),
                              .checked = parameters.boolean("driver::check_bounds"),
                              .threads = threads.device,
                              .cache_folder = kernel_cache_folder().path,
                              .options = parameters.strings("accelerator::device_options"),
                              .notice = std::move(notice)});
}

std::vector<std::string> device_mapping(const Session& session, const DeviceChoice& choice) {
  return gather_texts(session, fmt::format("rank {} on {}: {} device {}, {}", session.rank(), Session::host(),
                                           choice.plugin_name, choice.index, choice.description.name));
}

} // namespace nopal
