#pragma once
// After how many iterations a schedule calls the same routines again.

#include "core/plan/walk.hpp"

#include <cstdint>

namespace nopal {

/// Beyond so many iterations nobody reads a plan, and a repetition is given up.
constexpr std::int64_t most_iterations = 100000;

/// After so many iterations routines are due as before; 0: after more than can be walked.
std::int64_t common_period(const PlanInput& input);

} // namespace nopal
