#include "core/schedule/every.hpp"

#include "core/base/assert.hpp"

#include <cmath>
#include <limits>

namespace nopal {

namespace {

/// A time counts as reached if at most this fraction of dt is missing. Rounding errors are smaller.
constexpr double rounding = 1e-6;

bool has_interval_of_time(const Every& every, const Parameters& parameters) {
  return !every.time.empty() && parameters.real(every.time) > 0;
}

std::int64_t iterations_between(const Every& every, const Parameters& parameters) {
  if (!every.names_parameters()) return every.number;
  if (every.iterations.empty()) return 0;
  // A default is ignored if another parameter asks for turns.
  const bool others_ask = has_interval_of_time(every, parameters) || is_due_at_end(every, parameters);
  return others_ask && !parameters.is_set(every.iterations) ? 0 : parameters.integer(every.iterations);
}

/// The interval of physical time in units of dt; 0: never.
double steps_between(const Every& every, const Parameters& parameters, double dt) {
  if (!has_interval_of_time(every, parameters)) return 0;
  NOPAL_ASSERT(dt > 0);
  return parameters.real(every.time) / dt;
}

/// The interval as a whole number of iterations; 0: it is not whole, apart from rounding.
std::int64_t whole(double steps) {
  constexpr double most = 1e15;
  const double nearest = std::round(steps);
  return nearest >= 1 && nearest < most && std::fabs(steps - nearest) <= 1e-9 * nearest
             ? static_cast<std::int64_t>(nearest)
             : 0;
}

bool reaches_multiple(double steps, std::int64_t iteration) {
  if (!(steps > 0)) return false;
  if (iteration == 0) return true;
  if (const std::int64_t n = whole(steps); n > 0) return iteration % n == 0;
  const auto multiples = [steps](std::int64_t n) { return std::floor((static_cast<double>(n) + rounding) / steps); };
  return multiples(iteration) > multiples(iteration - 1);
}

/// The allowance for rounding is a fraction of the interval, which the next iteration uses, too. So no multiple is
/// missed or reached twice.
bool reaches_multiple(double interval, std::int64_t iteration, const PassedTime& passed) {
  constexpr double rounding_of_sums = 1e-9;
  const auto multiples = [interval](double time) { return std::floor(time / interval + rounding_of_sums); };
  return iteration == 0 || multiples(passed.to) > multiples(passed.from);
}

} // namespace

bool is_due(const Every& every, const Parameters& parameters, std::int64_t iteration, double dt,
            const std::optional<PassedTime>& passed) {
  const std::int64_t n = iterations_between(every, parameters);
  if (n > 0 && iteration % n == 0) return true;
  if (!passed) return reaches_multiple(steps_between(every, parameters, dt), iteration);
  return has_interval_of_time(every, parameters) && reaches_multiple(parameters.real(every.time), iteration, *passed);
}

bool has_time(const Every& every, const Parameters& parameters) { return has_interval_of_time(every, parameters); }

bool is_due_at_end(const Every& every, const Parameters& parameters) {
  return !every.at_end.empty() && parameters.boolean(every.at_end);
}

bool is_ever_due(const Every& every, const Parameters& parameters) {
  return iterations_between(every, parameters) > 0 || has_interval_of_time(every, parameters) ||
         is_due_at_end(every, parameters);
}

void add_periods(const Every& every, const Parameters& parameters, double dt, std::set<std::int64_t>& periods) {
  if (const std::int64_t n = iterations_between(every, parameters); n > 0) periods.insert(n);
  const double steps = steps_between(every, parameters, dt);
  if (steps <= 0 || std::isinf(steps)) return;
  const std::int64_t n = steps < 1 ? 1 : whole(steps);
  periods.insert(n > 0 ? n : std::numeric_limits<std::int64_t>::max());
}

} // namespace nopal
