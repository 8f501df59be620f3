#pragma once
// The choice of the device plugin for the run, and of a device for each rank.

#include "core/declarations/thorn.hpp"
#include "core/device/device_plugin.hpp"
#include "core/parameters/parameters.hpp"
#include "driver/session/session.hpp"
#include "driver/setup/threads.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nopal {

/// A device plugin and the devices that it found on this machine.
struct DeviceCandidate {
  std::string name;
  DevicePlugin* plugin = nullptr; ///< null: the library cannot be opened, or crashed or hung when it was asked
  std::string trouble{};          ///< why there is no device, or why `plugin` is null
  std::vector<DeviceDescription> devices{};
  std::vector<int> priorities{}; ///< of each device
};

/// Lets the device plugins of the search path look for devices, each in a process of its own, and opens their libraries
/// in this one. Asks and opens only the plugin `wanted`, unless that is "auto".
std::vector<DeviceCandidate> find_devices(const SearchPath& path, const std::string& wanted, int threads);

/// Throws Error if no device plugin has this name.
void check_device_name(const SearchPath& path, const std::string& name, const Location& where);

/// Returns the first plugin with the highest priority; -1 if no priority is at least `least`.
int best_plugin(const std::vector<int>& priorities, int least);

struct DeviceShare {
  int index = -1;  ///< number of the device in its plugin
  int sharers = 1; ///< number of ranks of this node that take this device
};
/// Gives the devices of the highest priority to the ranks of a node in turn. There must be at least one device.
DeviceShare share_devices(const std::vector<int>& priorities, int node_rank, int node_size);

struct DeviceChoice {
  std::string plugin_name; ///< empty: no device
  DevicePlugin* plugin = nullptr;
  int index = -1;                ///< number of this rank's device in its plugin
  DeviceDescription description; ///< of this rank's device
  int sharers = 1;               ///< number of ranks of this node that open this device
  std::string account;           ///< for the log: what was chosen, and why not the others
};

/// Collective. Follows accelerator.device: auto, none or the name of a plugin. Auto takes the plugin with the highest
/// priority among those that have a device of non-negative priority on every rank. The ranks of a node share that
/// plugin's best devices. Throws the same Error on all ranks for an unknown name and for a plugin without a device.
DeviceChoice choose_device(const Session& session, const SearchPath& path, const Parameters& parameters,
                           const Threads& threads);

/// Opens the chosen device; returns null if none was chosen. `timed`: the device must be able to say when its commands
/// ran. The device passes warnings for the user to `notice`.
std::unique_ptr<Device> open_device(const DeviceChoice& choice, const Parameters& parameters, const Threads& threads,
                                    std::function<void(const std::string&)> notice, bool timed = false);

/// Collective. Returns one line for each rank: "rank 0 on a: cuda device 0, NVIDIA H100".
std::vector<std::string> device_mapping(const Session& session, const DeviceChoice& choice);

} // namespace nopal
