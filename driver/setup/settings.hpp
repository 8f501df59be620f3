#pragma once
// Finds settings of a run in its parameters and its schedule.

#include "core/accelerator/accelerator.hpp"
#include "core/schedule/schedule.hpp"

#include <vector>

namespace nopal {

/// Returns the variables that some routine or group synchronises, in ascending order.
std::vector<int> synchronised(const Schedule& schedule);
/// Returns the variables that have storage only while some routine or group runs, in ascending order.
std::vector<int> temporaries(const Schedule& schedule);
/// True if a routine that may be called asks for reductions.
bool reduces(const Schedule& schedule);

/// Reads the settings of the Accelerator.
AcceleratorSettings accelerator_settings(const Parameters& parameters);

} // namespace nopal
