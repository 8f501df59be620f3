#pragma once
// Where the wall time of a run went.

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace nopal {

/// What a run does with its time. The routines of a bin belong to one of these.
enum class Spent { setup, evolution, output, checkpoints, rest };

/// Returns what a run does in this bin.
Spent spent_in(std::string_view bin);

/// Each moment since `start` belongs to one kind, so that the kinds sum to the total.
class WallTime {
public:
  using Clock = std::chrono::steady_clock;

  explicit WallTime(Clock::time_point start = Clock::now()) : last_(start) {}

  /// The time since the last call, or since the start, was spent with `what`.
  void spent(Spent what, Clock::time_point now = Clock::now()) {
    seconds_[static_cast<std::size_t>(what)] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }
  double seconds(Spent what) const { return seconds_[static_cast<std::size_t>(what)]; }
  double total() const;

  /// Returns "15.21 s: set-up 0.42 s, evolution 8.10 s, analysis and output 6.01 s, checkpoints 0.52 s, rest 0.16 s".
  /// The rounded numbers sum to the rounded total.
  std::string text() const;

private:
  std::array<double, 5> seconds_{};
  Clock::time_point last_;
};

} // namespace nopal
