#pragma once
// Finds when commands ran, from pairs of events around them.

#include "driver.hpp"

#include <nopal/device.hpp>

#include <memory>
#include <vector>

namespace nopal::cuda {

/// The driver measures times between events, so the host time of one reference event must be known. It is recorded on
/// an empty stream and awaited at once. It is replaced from time to time, because milliseconds are floats and clocks
/// drift. The context must be current at every call.
class CommandTimes {
public:
  explicit CommandTimes(const Driver& driver);
  ~CommandTimes();
  CommandTimes(const CommandTimes&) = delete;
  CommandTimes& operator=(const CommandTimes&) = delete;

  /// Adds a command by its events before and behind it, recorded with timing.
  void add(std::uint64_t mark, Queue queue, const QueueEvent& begin, const QueueEvent& end);
  /// As DeviceTiming::timed_commands.
  void tell(std::vector<TimedCommand>& done);

private:
  struct Reference {
    QueueEvent event;
    std::int64_t host = 0; ///< nanoseconds of the steady clock
  };
  struct Timed {
    std::uint64_t mark;
    CommandKind kind;
    QueueEvent begin, end;
    std::shared_ptr<const Reference> reference;
  };
  CUresult look_at_clocks();
  bool tell(const Timed& command, std::vector<TimedCommand>& done) const;

  const Driver& driver_;
  CUstream stream_ = nullptr;
  std::shared_ptr<const Reference> reference_;
  std::vector<Timed> under_way_;
};

} // namespace nopal::cuda
