#pragma once
// A plan for people.

#include "core/plan/plan.hpp"

#include <map>
#include <string>

namespace nopal {

/// The copies and messages of one rank in order: start, each pattern with its iterations, end. `routines` as in the
/// schedule. Events that move nothing are left out.
std::string plan_text(const Variables& variables, const std::vector<Routine>& routines, const Plan& plan);

/// One event: what the hook did, with messages.
std::string event_line(const Variables& variables, const std::vector<Routine>& routines, const PlannedEvent& event);

/// Iterations of a pattern as far as walked: "1 to 9, 11 to 19".
std::string iterations_text(const Plan& plan, int pattern);

/// Transfers by who caused them (routine, "sync of wavetoy::boundary", copyback) and payload bytes by variable.
struct PlanTotals {
  Counters all;
  std::map<std::string, Counters> by_cause;
  std::map<std::string, StripBytes> by_variable; ///< payload in bytes
};
/// Of start, `iterations` iterations and end.
PlanTotals totals_of(const Variables& variables, const std::vector<Routine>& routines, const Plan& plan,
                     std::int64_t iterations);
std::string totals_text(const PlanTotals& totals);

} // namespace nopal
