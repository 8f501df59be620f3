#pragma once
// Which device this run uses, and which of several each rank.

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

/// A device plugin and what it found here.
struct DeviceCandidate {
  std::string name;
  std::string path;
  DevicePlugin* plugin = nullptr; ///< null where the library does not open
  std::string trouble;            ///< why there is no device: why_none, or why the library does not open
  std::vector<DeviceDescription> devices;
  std::vector<int> priorities; ///< beside devices
};

/// Opens all device plugins of the search path (only `wanted`, where it names one) and has them look for devices.
std::vector<DeviceCandidate> find_devices(const SearchPath& path, const std::string& wanted, int threads);

/// Throws Error where no device plugin has this name.
void check_device_name(const SearchPath& path, const std::string& name, const Location& where);

/// The plugin of the highest priority that is at least `least`; the first of several. -1: there is none.
int best_plugin(const std::vector<int>& priorities, int least);

struct DeviceShare {
  int index = -1;  ///< which of the plugin's devices
  int sharers = 1; ///< ranks of this node that take the same
};
/// The ranks of a node take the devices of the highest priority in turn. There must be one.
DeviceShare share_devices(const std::vector<int>& priorities, int node_rank, int node_size);

struct DeviceChoice {
  std::string plugin_name; ///< empty: no device
  DevicePlugin* plugin = nullptr;
  int index = -1;                ///< which of the plugin's devices this rank opens
  DeviceDescription description; ///< of this rank's device
  int sharers = 1;               ///< ranks of this node that open the same device
  std::string account;           ///< what was chosen, and why not the others
};

/// Collective. `device`: auto, none or the name of a plugin. Auto takes the highest priority of all plugins that have a
/// device of non-negative priority on every rank; the ranks of a node spread over that plugin's best devices. Throws
/// an Error, the same on all ranks, for an unknown name and for a plugin without a device.
DeviceChoice choose_device(const Session& session, const SearchPath& path, const Parameters& parameters,
                           const Threads& threads);

/// Opens the device chosen; null where there is none. `timed`: it will be asked when its commands ran. `notice` is told
/// what a user should know and what ends nothing.
std::unique_ptr<Device> open_device(const DeviceChoice& choice, const Parameters& parameters, const Threads& threads,
                                    std::function<void(const std::string&)> notice, bool timed = false);

/// Collective: one line a rank ("rank 0 on host a: device 0, NVIDIA H100"), complete on rank 0.
std::vector<std::string> device_mapping(const Session& session, const DeviceChoice& choice);

} // namespace nopal
