#pragma once
// The period of a schedule: the number of iterations after which it calls the same routines again.

#include "core/plan/walk.hpp"

#include <cstdint>

namespace nopal {

/// A plan walks at most this many iterations. A longer period is not searched.
constexpr std::int64_t most_iterations = 100000;

/// Returns the period in iterations, or 0 if it is longer than most_iterations.
std::int64_t common_period(const PlanInput& input);

} // namespace nopal
