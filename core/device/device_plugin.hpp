#pragma once
// The object that the library of a device plugin exports (core/plugins/plugin.hpp).

#include "core/device/device.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace nopal {

/// How kernels compute on a device. The defaults give the same bits on every device.
struct KernelArithmetic {
  bool contract = false;     ///< floating-point contraction
  bool native_maths = false; ///< sin, exp, ... of the device's own library (sources: NOPAL_NATIVE_MATHS)
};

/// Says how a plugin opens a device.
struct DeviceOptions {
  bool timed = false;               ///< DeviceTiming will be used
  int index = 0;                    ///< position in the result of DevicePlugin::find()
  KernelArithmetic arithmetic;      ///< of kernels
  bool synchronous = false;         ///< wait for each command, so that an error names the command that failed
  bool checked = false;             ///< the checked versions of kernels (core/kernels/device_checks.hpp)
  int threads = 0;                  ///< worker threads of a CPU device; 0: the plugin's choice
  std::string cache_folder;         ///< for compiled kernels; empty: no cache
  std::vector<std::string> options; ///< the parameter accelerator.device_options: "key=value"
  std::function<void(const std::string&)> notice; ///< shows the user a message that is no error; may be empty
};

class DevicePlugin {
public:
  virtual ~DevicePlugin() = default;
  /// Returns the devices that this plugin can open here. If there is none, why_none() says why. `threads` is the number
  /// of worker threads of a CPU device in this process (0: its own choice). Only the first call uses it, because CPU
  /// runtimes start their workers then.
  virtual std::vector<DeviceDescription> find(int threads) = 0;
  virtual std::string why_none() { return "no device found"; }
  /// Returns words for `nopal list backends` that say how the devices run blocks of threads. Empty texts: the devices
  /// are no backend of their own. (optional)
  virtual BackendTraits traits() const { return {}; }
  /// `device: auto` tries the highest priority first and never takes a negative one.
  virtual int priority(const DeviceDescription& device) const = 0;
  virtual std::unique_ptr<Device> open(const DeviceOptions& options) = 0;
};

} // namespace nopal
