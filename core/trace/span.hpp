#pragma once
// The entries of a timeline: spans of time, the slots of copies, and changes of validity.

#include "core/accelerator/validity.hpp"

#include <cstdint>

namespace nopal {

/// On the host track spans may contain each other. On the other tracks they follow each other. The device and the two
/// directions of the bus have tracks of their own, because they work at the same time as the host.
enum class Track : std::uint8_t { host, device, to_device, to_host };
constexpr int n_tracks = 4;

enum class SpanKind : std::uint8_t {
  iteration,
  bin,
  routine,  ///< a routine with its hooks
  output,   ///< a routine of the bins output and checkpoint
  function, ///< a function on the host, inside its routine
  kernel,   ///< a kernel on the device, or a kernel on the host inside its routine
  launch,   ///< the call that puts a kernel on the device's queue
  hook,     ///< a hook of the Accelerator
  pack,     ///< strips are packed on the host or on the device
  unpack,
  exchange, ///< messages are exchanged
  reduction,
  wait, ///< the host waits
  copy  ///< a copy between host and device
};

/// The cause of a copy. `none` ("uncounted"): the Accelerator does not count the copy (a search for poison). pass: data
/// stream through the device.
enum class CauseKind : std::uint8_t { none, routine, sync, copyback, hook, pass };

constexpr const char* to_string(SpanKind kind) {
  constexpr const char* names[] = {"iteration", "bin",  "routine", "output",   "function",  "kernel", "launch",
                                   "hook",      "pack", "unpack",  "exchange", "reduction", "wait",   "copy"};
  return names[static_cast<int>(kind)];
}

constexpr const char* to_string(CauseKind kind) {
  constexpr const char* names[] = {"uncounted", "routine", "sync", "copyback", "hook", "pass"};
  return names[static_cast<int>(kind)];
}

/// One span of time. A text is a number for Timeline::text, or -1. Times are nanoseconds of the steady clock.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t payload = 0; ///< in bytes; copy: points times size; exchange: sent bytes
  std::int64_t moved = 0;   ///< in bytes; copy: bytes on the bus; exchange: received bytes
  std::int32_t name = -1;
  std::int32_t by = -1; ///< the routine or group that caused it
  std::int32_t bin = -1;
  std::int32_t detail = -1; ///< exchange: the neighbours
  std::int32_t iteration = 0;
  std::int32_t event = 0;      ///< number of its call of a hook, the same on all ranks; 0: none
  std::int32_t first_part = 0; ///< copy: the first of its slots (Timeline::parts)
  std::int32_t n_parts = 0;
  Region region = Region::none; ///< copy of one slot: its regions; none: strips
  Track track = Track::host;
  SpanKind kind = SpanKind::routine;
  CauseKind cause = CauseKind::none;
  bool on_device = false;       ///< routine: it ran on the device
  bool timed_by_device = false; ///< true: times of the device; false: times of the call on the host
};

/// The payload of one slot in a copy.
struct CopyPart {
  Slot slot;
  std::int64_t bytes = 0;
};

/// Regions of a slot that a hook made valid or invalid at a place.
struct ValidityChange {
  std::int64_t time = 0;
  std::int32_t event = 0; ///< as Span::event
  Slot slot;
  Place place = host_place;
  Region before = Region::none;
  Region after = Region::none;
  std::int32_t hook = -1; ///< its name
  std::int32_t by = -1;
  std::int32_t bin = -1;
  std::int32_t iteration = 0;
};

} // namespace nopal
