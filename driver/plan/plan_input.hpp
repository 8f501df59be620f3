#pragma once
// The input of a plan. `nopal plan`, `nopal check` and `nopal run --compare-plan` make it in the same way.

#include "core/plan/walk.hpp"
#include "driver/setup/device_choice.hpp"
#include "driver/setup/run_description.hpp"

#include <string>

namespace nopal {

/// The device that a plan is made for.
struct DeviceForPlan {
  bool exists = false;
  bool moves = false;
  std::string account;             ///< what was chosen and why, for the user
  DeviceDescription description{}; ///< of the device of this machine, if it has one
  int sharers = 1;                 ///< ranks of this node that would open it
};

/// Assumes that the chosen device copies. Only an open device knows whether it moves data instead.
DeviceForPlan device_for_plan(const DeviceChoice& choice);
/// Collective. Follows `accelerator.device`: `auto` gives the device that a run on this machine would use; a plugin's
/// name gives a device even if this machine has none. Throws Error for an unknown name.
DeviceForPlan device_for_plan(const Session& session, const RunDescription& run, const Threads& threads);

/// Returns the input of a plan of this run, with the mesh of this rank. `run` must outlive it. `streams`: the data
/// stream through the device, so to the Accelerator all of them lie on the host.
PlanInput plan_input(const RunDescription& run, const DeviceForPlan& device, bool streams = false);

} // namespace nopal
