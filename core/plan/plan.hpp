#pragma once
// A plan: all copies of a run, computed before the run starts.

#include "core/plan/planned_event.hpp"
#include "core/plan/walk.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

/// The plan of one rank. Once validity is the same as one period before, the iterations repeat.
struct Plan {
  int rank = 0;
  PlannedEvents start;                 ///< startup to the output of iteration 0
  std::vector<PlannedEvents> patterns; ///< different iterations, in the order in which they first occur
  std::vector<int> walked;             ///< the pattern of iteration 1, 2, …, of all iterations that were walked
  std::int64_t repeats_after = 0;      ///< the iterations after this one, up to the last one walked, repeat
  std::int64_t period = 0;             ///< how many iterations repeat; 0: no repetition was found
  PlannedEvents end;                   ///< terminate and shutdown
  bool has_end = false;                ///< false: the last iteration is not known
  std::vector<std::string> unknown;    ///< conditions on variables; the plan leaves their items out
  std::vector<std::string> assumed;    ///< data that the plan takes as valid, and who may write them

  /// The pattern of an iteration >= 1; -1: it was not walked, and nothing repeats.
  int pattern(std::int64_t iteration) const;
  /// How often each pattern occurs in iterations 1 to `iterations`.
  std::vector<std::int64_t> occurrences(std::int64_t iterations) const;
};

/// The sum of the events' transfers.
Counters transfers_of(const PlannedEvents& events);
void add(Counters& sum, const Counters& count, std::int64_t times = 1);

/// Throws the Error that the run would throw if a routine reads data that are valid nowhere. It does not throw if
/// input.unseen_writer names somebody who may write them.
Plan make_plan(const PlanInput& input, int rank);

} // namespace nopal
