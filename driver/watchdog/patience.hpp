#pragma once
// Decides when a run is stuck, and when to give it up.

#include <cstdint>

namespace nopal {

/// A run that makes no step for `limit` seconds is stuck; after `limit` more seconds it is given up. By then all other
/// ranks have stopped, too, and have said so, provided that no routine takes longer than the limit.
class Patience {
public:
  enum class Verdict { wait, stuck, moves_again, give_up };

  explicit Patience(double limit) : limit_(limit) {}

  /// Call this regularly with the number of steps so far and the seconds of any clock. Returns `stuck` once per stop,
  /// then `moves_again` or `give_up` once; otherwise `wait`.
  Verdict look(std::int64_t steps, double seconds) {
    if (steps != steps_) {
      const bool was_stuck = stuck_;
      steps_ = steps;
      since_ = seconds;
      stuck_ = false;
      return was_stuck ? Verdict::moves_again : Verdict::wait;
    }
    if (stuck_) return seconds - since_ >= 2 * limit_ ? Verdict::give_up : Verdict::wait;
    stuck_ = seconds - since_ >= limit_;
    return stuck_ ? Verdict::stuck : Verdict::wait;
  }

private:
  double limit_;
  std::int64_t steps_ = -1;
  double since_ = 0;
  bool stuck_ = false;
};

} // namespace nopal
