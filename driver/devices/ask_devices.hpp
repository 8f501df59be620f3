#pragma once
// Asks device plugins for their devices, each in a process of its own. The libraries behind them may crash or never
// return, and that must not end or stop a run.

#include "driver/devices/device_answer.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace nopal {

/// Name and library of a plugin, as SearchPath::devices() returns them.
using DevicePluginFile = std::pair<std::string, std::string>;

/// How long a plugin may take to answer. Drivers of machines with many GPUs need some ten seconds after a start.
constexpr std::chrono::milliseconds patience_with_devices{60'000};

/// Starts `program` (nopal-devices) for all plugins at the same time, and returns their answers in the same order. If
/// the process of a plugin crashes or does not answer in time, the answer's trouble says so. `threads` is the argument
/// of DevicePlugin::find(). Throws Error if the program cannot be started.
std::vector<DeviceAnswer> ask_devices(const std::string& program, const std::vector<DevicePluginFile>& plugins,
                                      int threads, std::chrono::milliseconds patience = patience_with_devices);

} // namespace nopal
