#pragma once
// The copies of a run, known before it starts.

#include "core/plan/planned_event.hpp"
#include "core/plan/walk.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// Of one rank. Iterations repeat with a period once validity is what it was a period before.
struct Plan {
  int rank = 0;
  PlannedEvents start;                 ///< startup to the output of iteration 0
  std::vector<PlannedEvents> patterns; ///< different iterations, in the order in which they first occur
  std::vector<int> steps;              ///< pattern of iteration 1, 2, …, as far as walked
  std::int64_t repeats_after = 0;      ///< iterations after this one, up to the end of steps, repeat
  std::int64_t period = 0;             ///< their number; 0: no repetition was found
  PlannedEvents end;                   ///< terminate and shutdown
  bool has_end = false;                ///< false: the last iteration is not known
  std::vector<std::string> unknown;    ///< conditions that only the run knows; their items are left out
  std::vector<std::string> assumed;    ///< data that somebody must give whom a plan does not see

  /// Pattern of an iteration >= 1; -1: beyond what is known.
  int pattern(std::int64_t iteration) const;
  /// How often each pattern occurs in a number of iterations, from the first on.
  std::vector<std::int64_t> occurrences(std::int64_t iterations) const;
};

/// Counts summed over events.
Counters transfers_of(const PlannedEvents& events);
void add(Counters& sum, const Counters& count, std::int64_t times = 1);

/// Throws Error as the run would, where a read is valid nowhere and input.unseen_writer knows nobody either.
Plan make_plan(const PlanInput& input, int rank);

} // namespace nopal
