#pragma once
// The time step of a run that chooses it for each iteration.

#include "core/accelerator/accelerator.hpp"
#include "core/parameters/parameters.hpp"
#include "core/schedule/run_clock.hpp"
#include "core/thorn/services.hpp"

#include <functional>

namespace nopal {

/// Changes the clock of the run. Only for clocks that adapt.
class RunTimeStep final : public TimeStepControl {
public:
  /// The arguments outlive this object.
  RunTimeStep(RunClock& clock, const Parameters& parameters, Accelerator& accelerator)
      : clock_(clock), parameters_(parameters), accelerator_(accelerator) {}

  const RunClock& clock() const { return clock_; }
  /// Takes the time step for the iteration that has begun. `allowed`: the largest one by the limits of the thorns.
  /// `why`: says what gives it, for the message. Throws Error if it is too small.
  void choose(double allowed, const std::function<std::string()>& why);

  void repeat(double dt) override;
  void propose(double dt) override;
  TimeState state() const override { return clock_.state(); }

private:
  double growth() const { return parameters_.real("driver::dt_growth"); }

  RunClock& clock_;
  const Parameters& parameters_;
  Accelerator& accelerator_;
};

} // namespace nopal
