#pragma once
// An event explains why a slot is valid or invalid: what happened, in which routine, at which iteration.

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

/// The last event that changed a validity bit, or that wrote a region that was valid before.
struct Event {
  EventKind kind = EventKind::nothing;
  int routine = -1; ///< the routine that ran or was about to run: its position in the schedule; -1: none
  std::int64_t iteration = 0;

  bool operator==(const Event&) const = default;
};

/// Returns "written by wavetoy::evolve at iteration 3". `routine` is the name of event.routine, or empty.
std::string text(const Event& event, std::string_view routine);

} // namespace nopal
