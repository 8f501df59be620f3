#include "driver/setup/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nopal {

std::int64_t iterations_until(double final_time, const Domain& domain) {
  if (std::isinf(final_time) && final_time > 0) return -1;
  const double steps = (final_time - domain.spec().start_time) / domain.dt();
  if (!(steps > 0)) return 0;
  constexpr double most = 9e15;
  // A millionth of a time step is larger than any rounding error and too small to matter.
  return static_cast<std::int64_t>(std::ceil(std::min(steps, most) - 1e-6));
}

Limits read_limits(const Parameters& parameters, const Domain& domain, ErrorList& errors) {
  Limits limits;
  const double final_time = parameters.real("driver::final_time");
  if (std::isnan(final_time)) errors.add(parameters.where("driver::final_time"), "driver.final_time is not a number");
  const double start = domain.spec().start_time;
  if (final_time < start)
    errors.add(parameters.where("driver::final_time"),
               fmt::format("driver.final_time ({}) is before driver.start_time ({})", final_time, start));
  if (start + domain.dt() == start)
    errors.add(parameters.where("driver::start_time"),
               fmt::format("driver.start_time ({}) is so large that a step of {} does not change the time", start,
                           domain.dt()));
  const std::int64_t asked = parameters.integer("driver::iterations");
  const bool adaptive = domain.spec().adaptive;
  if (adaptive && !std::isnan(final_time)) limits.final_time = final_time;
  const std::int64_t needed = std::isnan(final_time) || adaptive ? -1 : iterations_until(final_time, domain);
  limits.iterations = asked < 0 ? needed : needed < 0 ? asked : std::min(asked, needed);
  limits.walltime = parameters.real("driver::walltime");
  // After another error the intended value is not known.
  if (limits.iterations < 0 && std::isinf(limits.final_time) && !limits.has_walltime() && errors.empty())
    errors.add(parameters.where("driver::iterations"),
               "the run would never end: set driver.iterations, driver.final_time or driver.walltime");
  return limits;
}

} // namespace nopal
