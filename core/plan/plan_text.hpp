#pragma once
// A plan as text.

#include "core/plan/plan.hpp"

#include <map>
#include <string>

namespace nopal {

/// Returns the copies and messages of one rank in order: the start, each pattern with its iterations, the end. Events
/// that move nothing are left out. Then a line for each copy that is not planned, because only the run knows the
/// points. `routines` are the routines of the schedule.
std::string plan_text(const Variables& variables, const std::vector<Routine>& routines, const Plan& plan);

/// Returns one line about an event: what the hook moves and sends.
std::string event_line(const Variables& variables, const std::vector<Routine>& routines, const PlannedEvent& event);

/// Returns the walked iterations that have this pattern: "1 to 9, 11 to 19".
std::string iterations_text(const Plan& plan, int pattern);

/// Transfers by cause (a routine, "sync of wavetoy::boundary", copyback), and payload by variable.
struct PlanTotals {
  Counters all;
  std::map<std::string, Counters> by_cause;
  std::map<std::string, StripBytes> by_variable; ///< payload, in bytes
};
/// Returns the totals of the start, of this many iterations, and of the end.
PlanTotals totals_of(const Variables& variables, const std::vector<Routine>& routines, const Plan& plan,
                     std::int64_t iterations);
std::string totals_text(const PlanTotals& totals);

} // namespace nopal
