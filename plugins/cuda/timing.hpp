#pragma once
// When commands ran, from pairs of events around them.

#include "driver.hpp"

#include <nopal/device.hpp>

#include <memory>
#include <vector>

namespace nopal::cuda {

/// The driver measures from event to event, so one event's host time must be known: one on a stream with nothing
/// else in it, awaited at once, and replaced every so often, since milliseconds are floats and clocks drift.
/// Every call needs the context to be current.
class CommandTimes {
public:
  explicit CommandTimes(const Driver& driver);
  ~CommandTimes();
  CommandTimes(const CommandTimes&) = delete;
  CommandTimes& operator=(const CommandTimes&) = delete;

  /// Events recorded before and behind a command, with timing.
  void add(std::uint64_t mark, Queue queue, const QueueEvent& begin, const QueueEvent& end);
  /// As Device::timed_commands.
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
