#include "core/trace/timeline.hpp"

#include "core/base/assert.hpp"
#include "core/device/clock_offset.hpp"

#include <algorithm>

namespace nopal {

std::int64_t Timeline::now() { return steady_nanoseconds(); }

std::int32_t Timeline::intern(std::string_view text) {
  if (const auto found = numbers_.find(text); found != numbers_.end()) return found->second;
  const auto number = static_cast<std::int32_t>(texts_.size());
  texts_.push_back(&numbers_.emplace(text, number).first->first);
  return number;
}

std::int32_t Timeline::innermost(SpanKind kind) const {
  for (auto span = open_.rbegin(); span != open_.rend(); ++span)
    if (spans_[*span].kind == kind) return spans_[*span].name;
  return -1;
}

std::int32_t Timeline::current_routine() const {
  const std::int32_t routine = innermost(SpanKind::routine);
  return routine >= 0 ? routine : innermost(SpanKind::output);
}

void Timeline::set_context(Span& span) const {
  span.iteration = static_cast<std::int32_t>(iteration_);
  span.bin = current_bin();
  if (span.by < 0) span.by = current_routine();
}

std::size_t Timeline::open(SpanKind kind, std::string_view name) {
  Span span;
  span.kind = kind;
  span.name = intern(name);
  set_context(span);
  open_.push_back(spans_.size());
  span.begin = span.end = now();
  spans_.push_back(span);
  return open_.back();
}

void Timeline::close(std::size_t span) {
  if (std::find(open_.begin(), open_.end(), span) == open_.end()) return;
  const std::int64_t end = now();
  bool more = true;
  while (more) {
    more = open_.back() != span;
    spans_[open_.back()].end = end;
    open_.pop_back();
  }
}

void Timeline::close_unless_empty(std::size_t span) {
  close(span);
  if (span + 1 == spans_.size()) spans_.pop_back();
}

void Timeline::close_all() {
  if (!open_.empty()) close(open_.front());
}

void Timeline::begin_iteration(std::int64_t iteration) {
  close_all();
  iteration_ = iteration;
  open(SpanKind::iteration, "iteration " + std::to_string(iteration));
}

std::size_t Timeline::add(Span span) {
  set_context(span);
  spans_.push_back(span);
  return spans_.size() - 1;
}

void Timeline::add_part(std::size_t span, Slot slot, std::int64_t bytes) {
  Span& copy = spans_[span];
  copy.payload += bytes;
  copy.moved += bytes;
  if (copy.n_parts == 0) copy.first_part = static_cast<std::int32_t>(parts_.size());
  // All strips of one slot are one part.
  for (auto part = parts_.begin() + copy.first_part; part != parts_.begin() + copy.first_part + copy.n_parts; ++part)
    if (part->slot == slot) {
      part->bytes += bytes;
      return;
    }
  NOPAL_ASSERT(copy.first_part + copy.n_parts == static_cast<std::int32_t>(parts_.size()));
  parts_.push_back({slot, bytes});
  ++copy.n_parts;
}

void Timeline::set_payload(std::size_t span, std::int64_t bytes) {
  NOPAL_ASSERT(spans_[span].n_parts == 1);
  spans_[span].payload = bytes;
  parts_[static_cast<std::size_t>(spans_[span].first_part)].bytes = bytes;
}

std::vector<Span> Timeline::ordered() const {
  std::vector<Span> result(spans_.begin(), spans_.end());
  const std::int64_t end = now();
  for (const std::size_t span : open_) result[span].end = end;
  // A stable sort keeps an enclosing span before the spans inside it if they begin at the same time.
  std::stable_sort(result.begin(), result.end(), [](const Span& a, const Span& b) {
    return a.track != b.track ? a.track < b.track : a.begin < b.begin;
  });
  std::int64_t latest[n_tracks] = {};
  for (Span& span : result) {
    if (span.track == Track::host) continue;
    std::int64_t& last = latest[static_cast<std::size_t>(span.track)];
    // A span lasts at least one nanosecond. With length 0 it could lie inside the span that begins at the same time.
    span.begin = std::max(span.begin, last);
    span.end = std::max(span.end, span.begin + 1);
    last = span.end;
  }
  return result;
}

} // namespace nopal
