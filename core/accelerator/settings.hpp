#pragma once
// The parameters of the Accelerator.

#include "core/variables/variables.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace nopal {

struct AcceleratorSettings {
  bool verbose = false;
  bool very_verbose = false;
  std::int64_t verbose_from = 0;         ///< the first iteration that gets lines
  std::int64_t verbose_to = -1;          ///< the last iteration that gets lines; -1: no limit
  std::string copy_back_vars = "output"; ///< output, none, all, or full names with blanks between them
  std::int64_t copy_back_every = 1;      ///< copyback is due at iterations 0, every, 2 every, …; 0: never
  bool copy_back_all_written_variables_in_analysis = false;
  bool copy_back_all_timelevels = false;
  bool poison = false; ///< find reads of invalid points and missing writes (poison.hpp)

  bool copy_back_due(std::int64_t iteration) const { return copy_back_every > 0 && iteration % copy_back_every == 0; }
  /// Whether `verbose` writes lines about this iteration.
  bool traces(std::int64_t iteration) const {
    return iteration >= verbose_from && (verbose_to < 0 || iteration <= verbose_to);
  }
};

/// Returns the variables that copy_back_vars names. "output" gives none, because output routines declare what they
/// read. Throws Error that lists all unknown names.
std::vector<int> copy_back_variables(const Variables& variables, const std::string& copy_back_vars);

} // namespace nopal
