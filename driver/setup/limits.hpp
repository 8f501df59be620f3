#pragma once
// The limits at which a run ends.

#include "core/base/error.hpp"
#include "core/grid/domain.hpp"
#include "core/parameters/parameters.hpp"

#include <cstdint>
#include <limits>

namespace nopal {

struct Limits {
  std::int64_t iterations = -1; ///< number of the last iteration; -1: no limit
  /// The time at which a run ends that chooses its time steps. With a fixed one, `iterations` says it.
  double final_time = std::numeric_limits<double>::infinity();
  double walltime = std::numeric_limits<double>::infinity(); ///< seconds since the start of the program

  /// Whether this iteration is the last one. `time`: its time.
  bool reached(std::int64_t iteration, double time) const {
    return (iterations >= 0 && iteration >= iterations) || time >= final_time;
  }
  bool has_walltime() const { return walltime < std::numeric_limits<double>::infinity(); }
};

/// Returns the first iteration whose time is at least final_time, apart from rounding errors. Returns -1 if final_time
/// is infinite.
std::int64_t iterations_until(double final_time, const Domain& domain);

/// Reads driver.iterations, final_time and walltime. Adds an error if none of them limits the run.
Limits read_limits(const Parameters& parameters, const Domain& domain, ErrorList& errors);

} // namespace nopal
