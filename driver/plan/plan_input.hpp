#pragma once
// What plan and run share: the same input gives the same copies.

#include "core/plan/walk.hpp"
#include "driver/setup/description.hpp"
#include "driver/setup/device_choice.hpp"

#include <string>

namespace nopal {

/// The device that a plan is made for.
struct DeviceForPlan {
  bool exists = false;
  bool moves = false;
  std::string account; ///< for the user
  bool is_gpu = false;
};

/// Collective. As `accelerator.device` says: `auto` is what this machine would take, a name is taken to exist even
/// where this machine has no such device. Throws Error for an unknown name.
DeviceForPlan device_for_plan(const Session& session, const SearchPath& path, const Parameters& parameters,
                              const Threads& threads);

/// The description and the decomposition must outlive the result. iterations: of the run, -1: not known.
PlanInput plan_input(const Description& description, const Decomposition& decomposition, const DeviceForPlan& device,
                     std::int64_t iterations);

} // namespace nopal
