#include "core/schedule/run_clock.hpp"

#include "core/base/assert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nopal {

std::optional<PassedTime> RunClock::passed() const {
  if (fixed_) return std::nullopt;
  const double start = domain_.spec().start_time;
  return PassedTime{before_ - start, now_.time - start};
}

void RunClock::start(std::int64_t iteration, const std::optional<TimeState>& state) {
  now_ = {domain_.time(iteration), domain_.dt(), iteration};
  before_ = now_.time;
  if (fixed_ || !state) return;
  set_step(state->dt, state->time);
  before_ = state->before;
  bound_ = state->bound;
}

void RunClock::begin(std::int64_t iteration) {
  if (fixed_) return start(iteration);
  before_ = now_.time;
  now_.iteration = iteration;
  now_.time = before_ + now_.dt;
}

double RunClock::wanted(const StepLimits& limits) const {
  const double wanted = bound_ > 0 ? std::min(bound_, limits.allowed) : limits.allowed;
  return std::isinf(wanted) ? domain_.dt() : wanted;
}

void RunClock::choose(const StepLimits& limits) {
  NOPAL_ASSERT(!fixed_);
  const double dt = wanted(limits), rest = limits.final_time - before_;
  if (rest > 0 && dt >= rest)
    set_step(rest, limits.final_time);
  else if (rest > 0 && 2 * dt > rest)
    set_step(rest / 2, before_ + rest / 2);
  else
    set_step(dt, before_ + dt);
  bound_ = limits.growth * dt;
}

void RunClock::repeat(double dt, double growth) {
  NOPAL_ASSERT(!fixed_ && dt > 0 && dt < now_.dt);
  set_step(dt, before_ + dt);
  bound_ = growth * dt;
}

void RunClock::propose(double dt) {
  NOPAL_ASSERT(!fixed_ && dt > 0);
  bound_ = std::min(bound_, dt);
}

std::string RunClock::too_small(double dt, double least) const {
  if (dt < least) return fmt::format("the time step would be {:.6g}, but driver.min_dt is {:.6g}", dt, least);
  if (before_ + dt > before_) return "";
  return fmt::format("the time step would be {:.6g}, which is too small to change the time {:.6g}", dt, before_);
}

} // namespace nopal
