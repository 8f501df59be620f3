#pragma once
// When a run on the host looks for an epoch.

#include <algorithm>

namespace nopal {

/// After an iteration that is part of no epoch, the run looks ahead again after a pause, which becomes longer each
/// time: 1, 3, 7, … iterations.
class EpochPause {
public:
  /// Call this before an iteration. Returns whether to look ahead.
  bool is_over() {
    if (left_ == 0) return true;
    --left_;
    return false;
  }
  void begin() { left_ = last_ = std::min(2 * last_ + 1, longest); }
  /// Call this after an epoch.
  void forget() { last_ = 0; }

private:
  static constexpr int longest = 63; // iterations
  int left_ = 0;
  int last_ = 0; ///< the last pause
};

} // namespace nopal
