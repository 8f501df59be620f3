#pragma once
// The time of a run and its time step, which may change from iteration to iteration.

#include "core/grid/domain.hpp"
#include "core/kernels/launch.hpp"
#include "core/schedule/every.hpp"
#include "core/schedule/time_state.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace nopal {

/// What limits a time step.
struct StepLimits {
  double allowed = std::numeric_limits<double>::infinity(); ///< by the thorns
  double final_time = std::numeric_limits<double>::infinity();
  double growth = 2; ///< the next step is at most this many times as large
};

/// The clock of a run. With a fixed time step, time is start_time + iteration*dt. With an adaptive one
/// (DomainSpec::adaptive) the time is the sum of the steps.
class RunClock {
public:
  /// fixed: all steps have the time step of the grid, even if the run adapts it. A plan uses this, since it cannot know
  /// the steps. The domain outlives this object.
  explicit RunClock(const Domain& domain, bool fixed = false)
      : domain_(domain), fixed_(fixed || !domain.spec().adaptive), bound_(domain.spec().dt) {
    start(0);
  }

  /// Whether the run chooses each time step.
  bool adapts() const { return domain_.spec().adaptive; }
  const KernelClock& now() const { return now_; }
  /// The time that the iteration has passed, counted from the start of the run. Empty: with a fixed time step the
  /// iteration says it.
  std::optional<PassedTime> passed() const;

  /// Sets the clock to an iteration whose step is done: the first one of the run. `state`: what a checkpoint has kept.
  void start(std::int64_t iteration, const std::optional<TimeState>& state = {});
  /// Begins the next iteration. With an adaptive time step it has the last one until choose().
  void begin(std::int64_t iteration);

  // For an adaptive time step only.
  /// Returns the time step that the limits give, before it is shortened so that the run ends at final_time. Changes
  /// nothing.
  double wanted(const StepLimits& limits) const;
  /// Takes the time step that the limits give. If it would pass final_time, it ends there. If two steps would, each is
  /// half of the rest, so that none is very small.
  void choose(const StepLimits& limits);
  /// Replaces the time step of this iteration by a smaller one.
  void repeat(double dt, double growth);
  /// Says that the next time step should not be larger than this.
  void propose(double dt);
  /// Why a time step is too small. Empty: it is not.
  std::string too_small(double dt, double least) const;

  TimeState state() const { return {now_.time, before_, now_.dt, bound_}; }

private:
  void set_step(double dt, double time) {
    now_.dt = dt;
    now_.time = time;
  }

  const Domain& domain_;
  bool fixed_;
  KernelClock now_;
  double before_ = 0;
  double bound_; ///< TimeState::bound
};

} // namespace nopal
