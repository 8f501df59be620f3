#pragma once
// When a run is told to be stuck, and when it is given up.

#include <cstdint>

namespace nopal {

/// A run that makes no step for `limit` seconds is stuck; after as many seconds more it is given up. That is long
/// enough for every rank to be stuck and say so: where no routine takes longer than the limit, the ranks stop making
/// steps within that time of each other.
class Patience {
public:
  enum class Verdict { wait, stuck, moves_again, give_up };

  explicit Patience(double limit) : limit_(limit) {}

  /// What has happened since the last look: `steps` so far, at `seconds` of any clock. Stuck once; so are moves_again
  /// after that, and give_up.
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
