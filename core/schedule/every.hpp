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
  /// An int parameter: as `number`; 0 or less: never. A default value is ignored if another parameter asks for turns.
  std::string iterations;
  /// A real parameter: due at the first iteration at or after each multiple of this time; 0 or less: never.
  std::string time;
  /// A bool parameter: due once more when the run is complete, unless the item was due at the last iteration.
  std::string at_end;

  bool names_parameters() const { return !iterations.empty() || !time.empty() || !at_end.empty(); }
};

/// Whether the item is due at this iteration. `dt` is the time step of the grid.
bool is_due(const Every& every, const Parameters& parameters, std::int64_t iteration, double dt);
/// Whether the item is due when the run is complete.
bool is_due_at_end(const Every& every, const Parameters& parameters);
/// False: the item is never due, neither at an iteration nor at the end.
bool is_ever_due(const Every& every, const Parameters& parameters);

/// Adds the intervals after which the item's turns repeat, in iterations. The largest std::int64_t means that they may
/// never repeat.
void add_periods(const Every& every, const Parameters& parameters, double dt, std::set<std::int64_t>& periods);

} // namespace nopal
