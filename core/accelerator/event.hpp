#pragma once
// Who did what, when: the reason that stands beside each validity bit.

#include <cstdint>
#include <string>

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
  storage_off,
  recovered
};

/// The last event that set a bit. `routine` indexes the schedule's routines, -1: none (driver).
struct Event {
  EventKind kind = EventKind::nothing;
  int routine = -1;
  std::int64_t iteration = 0;

  bool operator==(const Event&) const = default;
};

} // namespace nopal
