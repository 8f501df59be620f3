#pragma once
// Decides at which iterations an item is due.

#include "core/parameters/parameters.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace nopal {

/// The value of `every:` of an item: a number of iterations, or full names of parameters (empty: no parameter of that
/// type). With several parameters, an item is due if one of them says so.
struct Every {
  std::int64_t number = 1; ///< without parameters: due at iterations 0, N, 2N, …; 0: never
  /// An int parameter: as `number`; <= 0: never. If it was not set, it is ignored if another parameter asks for turns.
  std::string iterations;
  /// A real parameter: due at the first iteration that reaches a multiple of this time since the start; <= 0: never.
  std::string time;
  /// A bool parameter: due once more when the run is complete, unless the item was due at the last iteration.
  std::string at_end;

  bool names_parameters() const { return !iterations.empty() || !time.empty() || !at_end.empty(); }
};

/// The physical time before and after an iteration, counted from the start of the run.
struct PassedTime {
  double from = 0;
  double to = 0;
};

/// Whether the item is due at this iteration. `dt` is the time step of the grid. `passed`: what the iteration has
/// passed if its time step may be another one.
bool is_due(const Every& every, const Parameters& parameters, std::int64_t iteration, double dt,
            const std::optional<PassedTime>& passed = {});
/// Whether the item is due when the run is complete.
bool is_due_at_end(const Every& every, const Parameters& parameters);
/// False: the item is never due, neither at an iteration nor at the end.
bool is_ever_due(const Every& every, const Parameters& parameters);

/// Whether the item is due at intervals of physical time.
bool has_time(const Every& every, const Parameters& parameters);

/// Adds the intervals after which the item's turns repeat, in iterations. The largest std::int64_t means that they may
/// never repeat.
void add_periods(const Every& every, const Parameters& parameters, double dt, std::set<std::int64_t>& periods);

} // namespace nopal
