#pragma once
// The period of a schedule: after so many iterations it calls the same routines again.

#include "core/plan/walk.hpp"

#include <cstdint>

namespace nopal {

/// A plan walks at most so many iterations. A longer period is not looked for.
constexpr std::int64_t most_iterations = 100000;

/// The period in iterations; 0: it is longer than most_iterations.
std::int64_t common_period(const PlanInput& input);

} // namespace nopal
