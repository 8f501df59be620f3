#pragma once
// The timeline of one rank: spans of time on tracks, and changes of validity. A traced run fills it and writes it at
// the end. A run that is not traced has no Timeline. Pointers to it are then null.

#include "core/trace/span.hpp"

#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopal {

/// Collects the spans and changes of one rank.
class Timeline {
public:
  Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  /// Returns the time of the steady clock in nanoseconds.
  static std::int64_t now();

  /// Returns the number of the text. Equal texts have equal numbers.
  std::int32_t intern(std::string_view text);
  std::int32_t n_texts() const { return static_cast<std::int32_t>(texts_.size()); }
  const std::string& text(std::int32_t number) const { return *texts_[static_cast<std::size_t>(number)]; }

  /// Begins a span on the host track, inside the open spans. Returns its number.
  std::size_t open(SpanKind kind, std::string_view name);
  /// Ends the span and all open spans inside it.
  void close(std::size_t span);
  /// As close(). Then removes the span if no other span began inside it.
  void close_unless_empty(std::size_t span);
  /// Ends all open spans, then begins the iteration.
  void begin_iteration(std::int64_t iteration);
  /// Ends all open spans.
  void close_all();
  std::int64_t iteration() const { return iteration_; }

  /// Adds a span to any track and returns its number. The span has ended, or its times are set later. It gets the
  /// current iteration and bin, and the current routine if it has no `by`.
  std::size_t add(Span span);
  /// Adds bytes of a slot to a copy, to its payload and to its bytes on the bus.
  void add_part(std::size_t span, Slot slot, std::int64_t bytes);
  /// Sets the payload of a copy of one slot.
  void set_payload(std::size_t span, std::int64_t bytes);
  Span& span(std::size_t number) { return spans_[number]; }
  std::size_t size() const { return spans_.size(); }
  void add(const ValidityChange& change) { changes_.push_back(change); }

  /// Returns the slots of a copy, with bytes.
  std::span<const CopyPart> parts(const Span& copy) const {
    return {parts_.data() + copy.first_part, static_cast<std::size_t>(copy.n_parts)};
  }
  const std::vector<ValidityChange>& changes() const { return changes_; }

  /// Return the names of the open bin and of the open routine. -1: none is open.
  std::int32_t current_bin() const { return innermost(SpanKind::bin); }
  std::int32_t current_routine() const;

  /// Returns all spans, track by track, in order of time. Times of a device may be inexact. So a span is cut if it
  /// would begin before the end of the previous one on its track.
  std::vector<Span> ordered() const;

private:
  std::int32_t innermost(SpanKind kind) const;
  void set_context(Span& span) const;

  std::map<std::string, std::int32_t, std::less<>> numbers_;
  std::vector<const std::string*> texts_;
  std::deque<Span> spans_; // a deque, because its references stay valid when it grows
  std::vector<CopyPart> parts_;
  std::vector<ValidityChange> changes_;
  std::vector<std::size_t> open_;
  std::int64_t iteration_ = 0;
};

/// Opens a span on the host track, and closes it when it is destroyed. Does nothing if `timeline` is null.
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
