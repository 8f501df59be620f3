#pragma once
// What one rank did, and when: spans of time on tracks, and changes of validity. Collected while a traced run runs,
// written when it ends. A run that is not traced has no Timeline: null pointers everywhere.

#include "core/accelerator/validity.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// Spans of one track nest, or follow each other. The device's queues and the two directions of the bus work beside
/// the host.
enum class Track : std::uint8_t { host, device, to_device, to_host };
constexpr int n_tracks = 4;

enum class SpanKind : std::uint8_t {
  iteration,
  bin,
  routine,  ///< with its hooks
  output,   ///< a routine of the bins output and checkpoint
  function, ///< what a function does on the host, within its routine
  kernel,   ///< on the host, within its routine, or on the device
  launch,   ///< the call that puts a kernel on the device's queue
  hook,     ///< of the Accelerator
  pack,     ///< of strips; on the device a kernel
  unpack,
  exchange, ///< of messages
  reduction,
  wait, ///< the host does nothing until something else is done
  copy  ///< between host and device
};

/// What called for a copy. None ("uncounted"): nothing that the Accelerator counts, such as a search for poison.
enum class CauseKind : std::uint8_t { none, routine, sync, copyback, hook };

const char* to_string(SpanKind kind);
const char* to_string(CauseKind kind);

/// Strings are numbers of Timeline::text, -1 where there is none; times are nanoseconds of the steady clock.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t payload = 0; ///< bytes: of a copy, points times size; of an exchange, what was sent
  std::int64_t moved = 0;   ///< bytes: of a copy, what went over the bus; of an exchange, what was received
  std::int32_t name = -1;
  std::int32_t by = -1; ///< the routine or group on whose behalf
  std::int32_t bin = -1;
  std::int32_t detail = -1; ///< of an exchange: the neighbours
  std::int32_t iteration = 0;
  std::int32_t event = 0;      ///< number of the Accelerator's event that it belongs to, the same on all ranks; 0: none
  std::int32_t first_part = 0; ///< of a copy: its slots
  std::int32_t n_parts = 0;
  Region region = Region::none; ///< of a copy of one slot; none where it carries strips
  Track track = Track::host;
  SpanKind kind = SpanKind::routine;
  CauseKind cause = CauseKind::none;
  bool on_device = false;       ///< of a routine: where it ran
  bool timed_by_device = false; ///< of what happens on the device or the bus; else host times of the call
};

/// Payload of one slot in a copy.
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

class Timeline {
public:
  Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  /// Nanoseconds of the steady clock.
  static std::int64_t now();

  std::int32_t intern(std::string_view text);
  std::int32_t n_texts() const { return static_cast<std::int32_t>(texts_.size()); }
  const std::string& text(std::int32_t number) const { return *texts_[static_cast<std::size_t>(number)]; }

  /// Begins a span of the host inside those that are open. Returns its number.
  std::size_t open(SpanKind kind, std::string_view name);
  /// Ends the span and those that were left open inside it.
  void close(std::size_t span);
  /// As close, and leaves no trace of it where nothing happened inside it.
  void close_unless_empty(std::size_t span);
  /// Ends everything, then begins this iteration.
  void begin_iteration(std::int64_t iteration);
  /// Ends everything.
  void close_all();
  std::int64_t iteration() const { return iteration_; }

  /// A span that is over, or is timed later, on any track: iteration, bin and routine are those of now.
  std::size_t add(Span span);
  void add_part(std::size_t span, Slot slot, std::int64_t bytes);
  /// Of a copy of one slot: what of the bytes moved was asked for.
  void set_payload(std::size_t span, std::int64_t bytes);
  Span& span(std::size_t number) { return spans_[number]; }
  std::size_t size() const { return spans_.size(); }
  void add(const ValidityChange& change) { changes_.push_back(change); }

  /// What a copy carries, slot by slot.
  std::span<const CopyPart> parts(const Span& copy) const {
    return {parts_.data() + copy.first_part, static_cast<std::size_t>(copy.n_parts)};
  }
  const std::vector<ValidityChange>& changes() const { return changes_; }

  /// The bin and the routine that are open; -1: none.
  std::int32_t current_bin() const { return innermost(SpanKind::bin); }
  std::int32_t current_routine() const;

  /// Spans of all tracks, each track in order and free of partial overlaps: times of a queue that are not exact enough
  /// give way to what came before.
  std::vector<Span> ordered() const;

private:
  std::int32_t innermost(SpanKind kind) const;
  void set_context(Span& span) const;

  std::map<std::string, std::int32_t, std::less<>> numbers_;
  std::vector<const std::string*> texts_;
  std::deque<Span> spans_; // grows without moving what is there
  std::vector<CopyPart> parts_;
  std::vector<ValidityChange> changes_;
  std::vector<std::size_t> open_;
  std::int64_t iteration_ = 0;
};

/// A span of the host for a scope; nothing where the run is not traced.
class TimelineScope {
public:
  TimelineScope(Timeline* timeline, SpanKind kind, std::string_view name)
      : timeline_(timeline), span_(timeline != nullptr ? timeline->open(kind, name) : 0) {}
  ~TimelineScope() {
    if (timeline_ != nullptr) timeline_->close(span_);
  }
  TimelineScope(const TimelineScope&) = delete;
  TimelineScope& operator=(const TimelineScope&) = delete;
  /// Only where there is a timeline.
  Span& span() { return timeline_->span(span_); }

private:
  Timeline* timeline_;
  std::size_t span_;
};

} // namespace nopal
