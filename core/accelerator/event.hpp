#pragma once
// Who did what, when: the reason that stands beside each validity bit.

#include <cstdint>
#include <string>
#include <string_view>

namespace nopal {

enum class EventKind : std::uint8_t {
  nothing,
  wrote,
  invalidated,
  copied,
  moved,
  synced,
  cycled,
  copied_from_past,
  notified,
  storage_off
};

/// The last event that changed a bit (or wrote what was valid already). `routine` indexes the schedule's routines:
/// the one that was running or about to run; -1: none (driver).
struct Event {
  EventKind kind = EventKind::nothing;
  int routine = -1;
  std::int64_t iteration = 0;

  bool operator==(const Event&) const = default;
};

/// "written by wavetoy::evolve at iteration 3"; `routine` is the name that belongs to event.routine, or empty.
std::string text(const Event& event, std::string_view routine);

} // namespace nopal
