#pragma once
// The difference between a device's clock and the host's steady clock.

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

/// The offset does not change while it fits all observations, so that the times of a queue stay in order. If the clocks
/// drift apart, it changes as little as possible.
class ClockOffset {
public:
  /// The device's clock showed `device` between the host's times `before` and `after`. All are nanoseconds.
  void observe(std::int64_t before, std::int64_t after, std::int64_t device) {
    const std::int64_t least = before - device;
    const std::int64_t most = std::max(after - device, least);
    offset_ = offset_ ? std::clamp(*offset_, least, most) : least + (most - least) / 2;
  }
  /// Returns the host's time for a time of the device's clock. Call observe() before.
  std::int64_t host_time(std::int64_t device) const { return device + offset_.value_or(0); }

private:
  std::optional<std::int64_t> offset_;
};

} // namespace nopal
