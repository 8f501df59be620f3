#pragma once
// Carries out and reports `nopal check`.

#include "driver/setup/context.hpp"

namespace nopal {

/// Collective. Checks a plan of the run, then logs the schedule, the notes and the warnings. Throws Error if there are
/// errors, or if no plan can be made.
void report_check(const RunDescription& run, const Context& context);

} // namespace nopal
