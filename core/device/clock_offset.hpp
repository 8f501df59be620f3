#pragma once
// How far a device's clock is behind the host's steady clock.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace nopal {

/// Nanoseconds of the host's steady clock.
inline std::int64_t steady_nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Kept as it is for as long as it fits what is observed, so that times of one queue stay in order, and moved as far as
/// needed when the clocks drift apart.
class ClockOffset {
public:
  /// The device's clock showed `device` at some time between `before` and `after` of the host's; all in nanoseconds.
  void observe(std::int64_t before, std::int64_t after, std::int64_t device) {
    const std::int64_t least = before - device;
    const std::int64_t most = std::max(after - device, least);
    offset_ = offset_ ? std::clamp(*offset_, least, most) : least + (most - least) / 2;
  }
  /// Of a time of the device's clock, after at least one observation.
  std::int64_t host_time(std::int64_t device) const { return device + offset_.value_or(0); }

private:
  std::optional<std::int64_t> offset_;
};

} // namespace nopal
