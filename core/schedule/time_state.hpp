#pragma once
// What a run with an adaptive time step must know to continue.

namespace nopal {

/// The time of a run at the end of an iteration. Checkpoints keep it.
struct TimeState {
  double time = 0;   ///< of the iteration
  double before = 0; ///< time of the iteration before
  double dt = 0;     ///< the step between the two
  double bound = 0;  ///< what the last step allows of the next one; 0: anything

  bool operator==(const TimeState&) const = default;
};

} // namespace nopal
