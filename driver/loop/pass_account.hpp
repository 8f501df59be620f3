#pragma once
// What the passes of a run have copied through its device, and how much of this time the device also computed.

#include "core/device/counters.hpp"
#include "core/device/device.hpp"
#include "core/trace/device_times.hpp"

#include <string>
#include <vector>

namespace nopal {

/// The passes of a rank.
struct PassTotals {
  std::int64_t passes = 0;
  Counters copies{};
  std::int64_t timed = 0; ///< passes whose times were measured
  DeviceTimes times{};    ///< of these passes; all 0: the device does not measure times
};

class PassAccount {
public:
  /// `device` outlives this object. It measures times if it was opened as `timed`.
  explicit PassAccount(Device& device) : timing_(device.timing()) {}

  /// Call this before a pass. `number`: how many passes of its kind were before it. Times are measured in the first one
  /// and in each 16th after it, because where blocks are small this takes some percent of the time of a pass.
  void begin(std::int64_t number);
  /// Call this after a pass, when the device has done all commands.
  void end(const Counters& copies);
  const PassTotals& totals() const { return totals_; }

private:
  DeviceTiming* timing_;  ///< null: the device does not measure times
  bool measures_ = false; ///< in this pass
  PassTotals totals_;
  std::vector<TimedCommand> commands_; ///< scratch
};

/// Returns "9 passes on rank 0 brought 1.2 MiB to the device and …": the totals of rank 0, and the rank with the
/// smallest hidden share of copies if it is another one. `ranks`: by rank.
std::string passes_line(const std::vector<PassTotals>& ranks);

} // namespace nopal
