#pragma once
// Parameters and schedule turned into what the parts of a run are given.

#include "core/accelerator/accelerator.hpp"
#include "core/schedule/schedule.hpp"

#include <vector>

namespace nopal {

/// Variables that some routine or group synchronises, ascending.
std::vector<int> synchronised(const Schedule& schedule);
/// Variables whose storage lasts only while some routine or group runs, ascending.
std::vector<int> temporaries(const Schedule& schedule);
/// Whether a routine that may be called asks for reductions.
bool reduces(const Schedule& schedule);

AcceleratorSettings accelerator_settings(const Parameters& parameters);

} // namespace nopal
