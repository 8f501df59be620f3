#pragma once
// Decides at which iterations an item is due.

#include "core/parameters/parameters.hpp"

#include <cstdint>
#include <set>
#include <string>

namespace nopal {

/// The value of `every:` of an item: a number of iterations, or full names of parameters (empty: no parameter of that
/// type). With several parameters, an item is due if one of them says so.
struct Every {
  std::int64_t number = 1; ///< without parameters: due at iterations 0, N, 2N, …; 0: never
  /// int: the same; 0 or less: never. Its default is ignored if another of the parameters asks for turns.
  std::string iterations;
  /// real: due at the first iteration that reaches each multiple of this time since the start; 0 or less: never.
  std::string time;
  /// bool: due once more when the run is complete, unless the last iteration was a turn.
  std::string at_end;

  bool names_parameters() const { return !iterations.empty() || !time.empty() || !at_end.empty(); }
};

/// `dt` is the grid's.
bool is_due(const Every& every, const Parameters& parameters, std::int64_t iteration, double dt);
bool is_due_at_end(const Every& every, const Parameters& parameters);
/// False: the item is never due, neither at an iteration nor at the end.
bool is_ever_due(const Every& every, const Parameters& parameters);

/// Adds the intervals after which the item's turns repeat, in iterations. The largest std::int64_t means that they may
/// never repeat.
void add_periods(const Every& every, const Parameters& parameters, double dt, std::set<std::int64_t>& periods);

} // namespace nopal
