#include "core/trace/timeline_observer.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace nopal {

namespace {

SpanKind kind_of(Hook hook) {
  if (hook == Hook::pre_sync) return SpanKind::pack;
  if (hook == Hook::post_sync) return SpanKind::unpack;
  return SpanKind::hook;
}

SpanKind kind_of(Work work) {
  constexpr SpanKind kinds[] = {SpanKind::exchange, SpanKind::reduction, SpanKind::wait};
  return kinds[static_cast<int>(work)];
}

CauseKind cause_of(Hook hook) {
  switch (hook) {
  case Hook::pre_call_function:
  case Hook::post_call_function:
  case Hook::reduce_totals:
    return CauseKind::routine;
  case Hook::pre_sync:
  case Hook::post_sync:
    return CauseKind::sync;
  case Hook::copy_back:
    return CauseKind::copyback;
  default:
    return CauseKind::hook;
  }
}

} // namespace

void TimelineObserver::watch(const Tracker& tracker) {
  tracker_ = &tracker;
  seen_.emplace(tracker.validity());
}

void TimelineObserver::begin(Hook hook) { hooks_.push_back(timeline_.open(kind_of(hook), to_string(hook))); }

void TimelineObserver::end(const HookEvent& event) {
  NOPAL_ASSERT(!hooks_.empty());
  const std::size_t span = hooks_.back();
  hooks_.pop_back();
  ++events_;
  std::int32_t by = timeline_.current_routine();
  if (event.routine != nullptr) by = timeline_.intern(event.routine->full_name());
  if (!event.cause.empty()) by = timeline_.intern(event.cause);
  if (cause_of(event.hook) == CauseKind::routine)
    timeline_.close_unless_empty(span);
  else
    timeline_.close(span);
  explain_spans(span, event, by);
  complete_copies(span, event);
  if (!seen_) return;
  if (event.hook == Hook::cycle) seen_->cycle(event.variables);
  note_changes(event, by);
}

void TimelineObserver::abandon(Hook /*hook*/) {
  timeline_.close(hooks_.back());
  hooks_.pop_back();
}

void TimelineObserver::begin_work(Work work, std::string_view name, std::string_view cause) {
  work_.push_back(timeline_.open(kind_of(work), name));
  if (!cause.empty()) timeline_.span(work_.back()).by = timeline_.intern(cause);
}

void TimelineObserver::end_work() {
  timeline_.close(work_.back());
  work_.pop_back();
}

void TimelineObserver::messages_posted(std::span<const PendingMessage> messages) {
  Span& span = timeline_.span(work_.back());
  std::vector<std::string> neighbours;
  for (const PendingMessage& message : messages) {
    (message.arrives ? span.moved : span.payload) += static_cast<std::int64_t>(message.bytes);
    const std::string rank = std::to_string(message.rank);
    if (std::find(neighbours.begin(), neighbours.end(), rank) == neighbours.end()) neighbours.push_back(rank);
  }
  std::string text;
  for (const std::string& rank : neighbours) text += (text.empty() ? "" : ", ") + rank;
  span.detail = timeline_.intern(text);
}

void TimelineObserver::explain_spans(std::size_t first, const HookEvent& event, std::int32_t by) {
  for (std::size_t s = first; s < timeline_.size(); ++s) {
    Span& span = timeline_.span(s);
    if (span.cause != CauseKind::none) continue; // it belongs to a hook inside this one
    span.cause = cause_of(event.hook);
    span.by = by;
    span.event = events_;
  }
}

void TimelineObserver::complete_copies(std::size_t first, const HookEvent& event) {
  for (const Transfer& record : event.copies) {
    if (record.moved_bytes == 0) continue;
    const Track track = record.order.to == host_place ? Track::to_host : Track::to_device;
    for (std::size_t s = first; s < timeline_.size(); ++s) {
      Span& span = timeline_.span(s);
      if (span.kind != SpanKind::copy || span.track != track) continue;
      if (record.form == TransferForm::reduction && span.n_parts == 0) {
        timeline_.add_part(s, record.order.slot, record.payload_bytes);
        span.region = record.order.region;
        break;
      }
      if (span.n_parts != 1) continue;
      if (timeline_.parts(span).front().slot != record.order.slot) continue;
      span.region = record.order.region;
      if (record.order.kind == TransferKind::points)
        span.name = timeline_.intern("points" + timeline_.text(span.name).substr(std::string_view("strips").size()));
      timeline_.set_payload(s, record.payload_bytes);
      break;
    }
  }
}

// Notes writes that changed no validity, because the regions were valid before. A write of some points counts wherever
// its regions are valid.
void TimelineObserver::note_writes(const HookEvent& event, ValidityChange change) {
  const Validity& validity = tracker_->validity();
  for (const Clause& clause : event.routine->writes) {
    const Place written = tracker_->write_place(*event.routine, clause, event.place);
    for (change.place = 0; change.place < validity.n_places(); ++change.place) {
      change.slot = clause.slot;
      change.before = change.after = validity.valid(clause.slot, change.place) & validity.tracked(clause.slot.variable);
      if (clause.keeps_others() ? !any(change.after & clause.region) : change.place != written) continue;
      const auto& all = timeline_.changes();
      bool known = false;
      for (auto other = all.rbegin(); other != all.rend() && other->event == change.event; ++other)
        known |= other->slot == clause.slot && other->place == change.place;
      if (!known) timeline_.add(change);
    }
  }
}

void TimelineObserver::note_changes(const HookEvent& event, std::int32_t by) {
  ValidityChange change;
  change.event = events_;
  change.hook = timeline_.intern(to_string(event.hook));
  change.by = by;
  change.bin = timeline_.current_bin();
  change.iteration = static_cast<std::int32_t>(event.iteration);
  change.time = Timeline::now();
  seen_->update([&](Slot slot, Place place, Region before, Region now) {
    change.slot = slot;
    change.place = place;
    change.before = before;
    change.after = now;
    timeline_.add(change);
  });
  if (event.hook == Hook::post_call_function) note_writes(event, change);
}

} // namespace nopal
