#pragma once
// Carries out `nopal plan`.

#include "driver/plan/plan_input.hpp"

namespace nopal {

/// Collective; rank 0 prints the plan. The number of ranks that the plan is for may differ from `session.size()`.
void print_plan(const Session& session, const RunDescription& run, const Threads& threads);

} // namespace nopal
