#pragma once
// When an item is due.

#include "core/parameters/parameters.hpp"

#include <cstdint>
#include <set>
#include <string>

namespace nopal {

/// What `every:` of an item says: a number of iterations, or parameters by full name (empty: none of that type). An
/// item is due where any of them says so.
struct Every {
  std::int64_t number = 1; ///< where no parameter is named: at iterations 0, N, 2N, …; 0: never
  std::string iterations;  ///< int: the same; 0 or less, or a default beside another that asks for something: never
  std::string time;   ///< real: at the first iteration that reaches a multiple of it since the start; 0 or less: never
  std::string at_end; ///< bool: once more when the run is complete, unless due at its last iteration

  bool names_parameters() const { return !iterations.empty() || !time.empty() || !at_end.empty(); }
};

/// dt: of the grid, in the unit of the parameter.
bool is_due(const Every& every, const Parameters& parameters, std::int64_t iteration, double dt);
bool is_due_at_end(const Every& every, const Parameters& parameters);
/// False: neither at an iteration nor at the end.
bool is_ever_due(const Every& every, const Parameters& parameters);

/// Adds numbers of iterations after all of which the item is due again as before. The largest number there is: it may
/// never be.
void add_periods(const Every& every, const Parameters& parameters, double dt, std::set<std::int64_t>& periods);

} // namespace nopal
