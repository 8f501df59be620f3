#pragma once
// The timeline of one rank: spans of time on tracks, and changes of validity. A traced run fills it and writes it at
// the end. A run that is not traced has no Timeline; pointers to it are null.

#include "core/accelerator/validity.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// On the host track spans may contain each other. On the other tracks they follow each other. The device and the two
/// directions of the bus have tracks of their own, because they work at the same time as the host.
enum class Track : std::uint8_t { host, device, to_device, to_host };
constexpr int n_tracks = 4;

enum class SpanKind : std::uint8_t {
  iteration,
  bin,
  routine,  ///< with its hooks
  output,   ///< a routine of the bins output and checkpoint
  function, ///< a function on the host, inside its routine
  kernel,   ///< a kernel on the device, or on the host inside its routine
  launch,   ///< the call that puts a kernel on the device's queue
  hook,     ///< a hook of the Accelerator
  pack,     ///< strips are packed, on the host or by a kernel of the device
  unpack,
  exchange, ///< messages are exchanged
  reduction,
  wait, ///< the host waits
  copy  ///< a copy between host and device
};

/// The cause of a copy. None ("uncounted"): the Accelerator does not count it, as in a search for poison.
enum class CauseKind : std::uint8_t { none, routine, sync, copyback, hook };

const char* to_string(SpanKind kind);
const char* to_string(CauseKind kind);

/// One span of time. Texts are numbers for Timeline::text, or -1. Times are nanoseconds of the steady clock.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t payload = 0; ///< in bytes; copy: points times size; exchange: bytes sent
  std::int64_t moved = 0;   ///< in bytes; copy: bytes on the bus; exchange: bytes received
  std::int32_t name = -1;
  std::int32_t by = -1; ///< the routine or group that caused it
  std::int32_t bin = -1;
  std::int32_t detail = -1; ///< exchange: the neighbours
  std::int32_t iteration = 0;
  std::int32_t event = 0;      ///< number of the hook call that it belongs to, the same on all ranks; 0: none
  std::int32_t first_part = 0; ///< copy: its slots
  std::int32_t n_parts = 0;
  Region region = Region::none; ///< copy of one slot: its regions; none: strips
  Track track = Track::host;
  SpanKind kind = SpanKind::routine;
  CauseKind cause = CauseKind::none;
  bool on_device = false;       ///< routine: it ran on the device
  bool timed_by_device = false; ///< on the device or bus: the device's times; false: the host's times of the call
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
  std::int32_t hook = -1; ///< name
  std::int32_t by = -1;
  std::int32_t bin = -1;
  std::int32_t iteration = 0;
};

/// Collects the spans and changes of one rank.
class Timeline {
public:
  Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  /// Nanoseconds of the steady clock.
  static std::int64_t now();

  /// The number of the text. Equal texts have equal numbers.
  std::int32_t intern(std::string_view text);
  std::int32_t n_texts() const { return static_cast<std::int32_t>(texts_.size()); }
  const std::string& text(std::int32_t number) const { return *texts_[static_cast<std::size_t>(number)]; }

  /// Begins a span on the host track, inside the open ones. Returns its number.
  std::size_t open(SpanKind kind, std::string_view name);
  /// Ends the span and all open spans inside it.
  void close(std::size_t span);
  /// As close. Then removes the span if no other span began inside it.
  void close_unless_empty(std::size_t span);
  /// Ends all open spans, then begins the iteration.
  void begin_iteration(std::int64_t iteration);
  /// Ends all open spans.
  void close_all();
  std::int64_t iteration() const { return iteration_; }

  /// Adds a span to any track. It has ended, or its times are set later. Sets the current iteration, bin and routine.
  /// Returns its number.
  std::size_t add(Span span);
  /// Adds bytes of a slot to a copy.
  void add_part(std::size_t span, Slot slot, std::int64_t bytes);
  /// For a copy of one slot: sets how many of the moved bytes were needed.
  void set_payload(std::size_t span, std::int64_t bytes);
  Span& span(std::size_t number) { return spans_[number]; }
  std::size_t size() const { return spans_.size(); }
  void add(const ValidityChange& change) { changes_.push_back(change); }

  /// The slots of a copy, with bytes.
  std::span<const CopyPart> parts(const Span& copy) const {
    return {parts_.data() + copy.first_part, static_cast<std::size_t>(copy.n_parts)};
  }
  const std::vector<ValidityChange>& changes() const { return changes_; }

  /// The names of the open bin and the open routine; -1: none.
  std::int32_t current_bin() const { return innermost(SpanKind::bin); }
  std::int32_t current_routine() const;

  /// All spans, track by track, in order of time. Times of a device may be inexact: a span that would begin before the
  /// end of the previous one on its track is cut.
  std::vector<Span> ordered() const;

private:
  std::int32_t innermost(SpanKind kind) const;
  void set_context(Span& span) const;

  std::map<std::string, std::int32_t, std::less<>> numbers_;
  std::vector<const std::string*> texts_;
  std::deque<Span> spans_; // a deque: references stay valid as it grows
  std::vector<CopyPart> parts_;
  std::vector<ValidityChange> changes_;
  std::vector<std::size_t> open_;
  std::int64_t iteration_ = 0;
};

/// A span on the host track for the life of this object. Does nothing if `timeline` is null.
class TimelineScope {
public:
  TimelineScope(Timeline* timeline, SpanKind kind, std::string_view name)
      : timeline_(timeline), span_(timeline != nullptr ? timeline->open(kind, name) : 0) {}
  ~TimelineScope() {
    if (timeline_ != nullptr) timeline_->close(span_);
  }
  TimelineScope(const TimelineScope&) = delete;
  TimelineScope& operator=(const TimelineScope&) = delete;
  /// Call this only if there is a timeline.
  Span& span() { return timeline_->span(span_); }

private:
  Timeline* timeline_;
  std::size_t span_;
};

} // namespace nopal
