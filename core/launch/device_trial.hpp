#pragma once
// Trials on a device.

#include "core/device/device.hpp"
#include "core/launch/trial.hpp"

#include <chrono>

namespace nopal {

/// Calls run(way) with the trial's next way, and adds the time until the device has done the work of the call. Blocks
/// before the call, because what ran before does not belong to its time, and after it.
template <class Run> void measure(Trial& trial, Device& device, const Run& run) {
  using Clock = std::chrono::steady_clock;
  device.finish();
  const Clock::time_point begin = Clock::now();
  run(trial.next());
  device.finish();
  trial.add(std::chrono::duration<double>(Clock::now() - begin).count());
}

} // namespace nopal
