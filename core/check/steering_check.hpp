#pragma once
// Finds parameters whose steering has no effect.

#include "core/check/finding.hpp"
#include "core/declarations/thorn.hpp"
#include "core/schedule/schedule.hpp"

#include <vector>

namespace nopal {

/// Returns a warning for each parameter with `steerable: always` that only kernels at the start of a run use. Functions
/// may ask for any parameter that their thorn sees, so there is no warning if one of them runs later.
std::vector<Finding> check_steering(const Schedule& schedule, const std::vector<ThornDeclaration>& thorns);

} // namespace nopal
