#pragma once
// Carries out and reports `nopal check`, and the warnings of every run.

#include "driver/setup/context.hpp"

namespace nopal {

/// Collective. Checks a plan of the run, then logs the notes and the warnings, and with --schedule the schedule.
/// Throws Error if there are errors, or if no plan can be made. With driver.strict it also throws if there are
/// warnings.
void report_check(const RunDescription& run, const Context& context);

/// Collective. Logs the warnings that need no plan. With driver.strict it checks a plan of the run as well, as
/// report_check() does.
void report_warnings(const RunDescription& run, const Context& context);

/// Collective. With driver.strict: throws the same Error on all ranks if rank 0 has logged a warning.
void refuse_warnings(const Session& session, const Parameters& parameters);

} // namespace nopal
