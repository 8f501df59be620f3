#pragma once
// When a run ends.

#include "core/base/error.hpp"
#include "core/grid/domain.hpp"
#include "core/parameters/parameters.hpp"

#include <cstdint>
#include <limits>

namespace nopal {

struct Limits {
  std::int64_t iterations = -1;                              ///< the last one; -1: no limit
  double walltime = std::numeric_limits<double>::infinity(); ///< seconds since the start of the program

  bool has_walltime() const { return walltime < std::numeric_limits<double>::infinity(); }
};

/// The first iteration whose time is at least final_time; a time that falls short of it by rounding alone counts
/// as reaching it. -1 where final_time is infinite.
std::int64_t iterations_until(double final_time, const Domain& domain);

/// From driver.iterations, final_time and walltime; adds an error where there is no limit at all.
Limits read_limits(const Parameters& parameters, const Domain& domain, ErrorList& errors);

} // namespace nopal
