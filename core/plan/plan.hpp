#pragma once
// A plan: all copies of a run, computed before the run starts.

#include "core/plan/planned_event.hpp"
#include "core/plan/walk.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// The plan of one rank. When validity is the same as one period before, the iterations repeat.
struct Plan {
  int rank = 0;
  PlannedEvents start;                 ///< events from startup to the output of iteration 0
  std::vector<PlannedEvents> patterns; ///< different iterations, in the order in which they first occur
  std::vector<int> walked;             ///< the patterns of iterations 1, 2, …, up to the last one walked
  std::int64_t repeats_after = 0;      ///< the iterations after this one repeat
  std::int64_t period = 0;             ///< number of iterations that repeat; 0: no repetition was found
  PlannedEvents end;                   ///< events of items that are due at the end, of terminate and of shutdown
  bool has_end = false;                ///< false: the last iteration is not known
  std::vector<std::string> unknown;    ///< conditions on variables; the plan leaves out their items
  std::vector<InterpolatedSlot>
      interpolations;               ///< copies that the plan leaves out, because only the run knows the points
  std::vector<std::string> assumed; ///< data that the plan assumes to be valid, and who may write them

  /// Returns the pattern of an iteration >= 1. -1: it was not walked, and no repetition was found.
  int pattern(std::int64_t iteration) const;
  /// Returns how often each pattern occurs in iterations 1 to `iterations`.
  std::vector<std::int64_t> occurrences(std::int64_t iterations) const;
};

/// Returns the sum of the events' transfers.
Counters transfers_of(const PlannedEvents& events);

/// Returns the period of the schedule: the number of iterations after which it calls the same routines again. 0: it is
/// longer than a plan walks.
std::int64_t common_period(const PlanInput& input);

/// Makes the plan of a rank. If a routine reads data that are valid nowhere, it throws the Error that the run would
/// throw, unless input.unseen_writer names a writer of these data.
Plan make_plan(const PlanInput& input, int rank);

} // namespace nopal
