#include "core/plan/planned_event.hpp"

namespace nopal {

namespace {

bool is_planned(const HookEvent& event) {
  if (event.hook == Hook::post_call_function) return !event.copies.empty();
  return event.hook != Hook::pre_sync && event.hook != Hook::cycle && event.hook != Hook::storage_off;
}

} // namespace

Counters transfers_of(const PlannedEvent& event) {
  Counters counters = event.strips;
  for (const Transfer& record : event.copies)
    if (record.moved_bytes > 0)
      add(record.order.to == host_place ? counters.to_host : counters.to_device,
          {1, record.payload_bytes, record.moved_bytes});
  return counters;
}

void EventRecorder::end(const HookEvent& event) {
  if (!is_planned(event)) return;
  PlannedEvent& planned = events_.emplace_back();
  planned.hook = event.hook;
  planned.routine = event.routine != nullptr ? event.routine->id : -1;
  planned.cause = event.cause;
  planned.place = event.place;
  planned.copies.assign(event.copies.begin(), event.copies.end());
  planned.syncs.assign(event.syncs.begin(), event.syncs.end());
  planned.strip_bytes.assign(event.strip_bytes.begin(), event.strip_bytes.end());
  planned.messages.assign(event.messages.begin(), event.messages.end());
  planned.strips = event.strips;
}

} // namespace nopal
