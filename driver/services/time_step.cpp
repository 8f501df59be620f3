#include "driver/services/time_step.hpp"

#include <fmt/format.h>

#include <string>

namespace nopal {

namespace {

constexpr const char* remedy = "look at the state for what drives it, such as an instability, or set driver.min_dt";

} // namespace

void RunTimeStep::choose(double allowed, const std::function<std::string()>& why) {
  const StepLimits limits{allowed, parameters_.real("driver::final_time"), growth()};
  const double dt = clock_.wanted(limits);
  if (const std::string small = clock_.too_small(dt, parameters_.real("driver::min_dt")); !small.empty())
    throw Error(fmt::format("iteration {}: {}: {}; {}", clock_.now().iteration, small,
                            dt < allowed ? fmt::format("the step before it allows no more ({})", why()) : why(),
                            remedy));
  clock_.choose(limits);
  accelerator_.set_time(clock_.now().time);
}

void RunTimeStep::repeat(double dt) {
  if (!(dt < clock_.now().dt))
    throw Error(fmt::format("an iteration cannot be repeated with the time step {:.6g}: the last one was {:.6g}, and "
                            "only a smaller one makes a difference",
                            dt, clock_.now().dt));
  if (const std::string small = clock_.too_small(dt, parameters_.real("driver::min_dt")); !small.empty())
    throw Error(fmt::format("{}; {}", small, remedy));
  clock_.repeat(dt, growth());
  accelerator_.set_time(clock_.now().time);
}

void RunTimeStep::propose(double dt) {
  if (!(dt > 0)) throw Error(fmt::format("the time step {} cannot be proposed: it must be positive", dt));
  clock_.propose(dt);
}

} // namespace nopal
