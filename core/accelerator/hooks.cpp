#include "core/accelerator/implementation.hpp"
#include "core/base/error.hpp"
#include "core/grid/pack.hpp"

namespace nopal {

void Accelerator::pre_call_function(const Routine& routine, Place place) {
  Implementation& m = *implementation_;
  if (m.attended) m.begin(Hook::pre_call_function);
  m.tracker.before(routine, place, m.copies);
  m.transfers.forget_moments();
  m.execute();
  m.prepare_writes(routine, place);
  if (!m.attended) return;
  if (m.poisons()) m.poison->fill_written(routine, place);
  if (m.watched()) m.end({.hook = Hook::pre_call_function, .routine = &routine, .place = place, .copies = m.copied()});
}

void Accelerator::post_call_function(const Routine& routine, Place place) {
  Implementation& m = *implementation_;
  if (m.attended) {
    if (m.poisons()) m.poison->search_written(routine, place, m.tracker);
    m.begin(Hook::post_call_function);
  }
  m.tracker.after(routine, place);
  if (m.attended) m.spoil();
  if (m.settings.copy_back_all_written_variables_in_analysis && place != host_place && routine.bin == "analysis")
    m.copy_back_written(routine);
  if (m.attended && m.watched()) m.end({.hook = Hook::post_call_function, .routine = &routine, .place = place});
}

const SyncBuffers& Accelerator::pre_sync(const std::vector<int>& variables, const std::string& cause) {
  Implementation& m = *implementation_;
  if (m.watched()) m.begin(Hook::pre_sync);
  m.tracker.pre_sync(variables, cause, m.syncs);
  m.sync_cause = cause;
  m.before_sync = m.transfers.counters();
  const SyncBuffers& buffers = m.exchange.pack(m.syncs);
  if (m.watched()) {
    m.messages.clear();
    for (const SyncBuffers::Message& message : buffers.messages)
      m.messages.push_back({message.rank, message.send_bytes, message.receive_bytes});
    m.end({.hook = Hook::pre_sync, .cause = m.sync_cause, .syncs = m.syncs, .messages = m.messages});
  }
  return buffers;
}

void Accelerator::post_sync() {
  Implementation& m = *implementation_;
  if (m.watched()) m.begin(Hook::post_sync);
  m.exchange.unpack(m.syncs);
  m.tracker.post_sync(m.syncs);
  m.spoil();
  if (m.watched())
    m.end({.hook = Hook::post_sync,
           .cause = m.sync_cause,
           .syncs = m.syncs,
           .strips = m.transfers.counters() - m.before_sync,
           .strip_bytes = m.exchange.strip_bytes(),
           .messages = m.messages});
}

void Accelerator::copy_from_past(const std::vector<int>& variables) {
  Implementation& m = *implementation_;
  if (m.watched()) m.begin(Hook::copy_from_past);
  for (const int v : variables)
    if (!m.stores.has_storage(v)) m.throw_no_storage({{v, 0}, Region::everywhere, {}}, "copy_from_past");
  m.tracker.copy_from_past(variables, m.pasts);
  m.transfers.forget_moments();
  if (m.stores.hold_data()) m.copy_pasts();
  m.spoil();
  if (m.watched()) m.end({.hook = Hook::copy_from_past, .pasts = m.pasts, .variables = variables});
}

void Accelerator::Implementation::copy_pasts() {
  std::vector<BoxCopy> on_device;
  for (const PastOrder& order : pasts) {
    const int v = order.to.variable;
    const Geometry& geometry = stores.geometry(v);
    if (order.place == host_place) stores.await_host(order.to);
    for (const Box& box : geometry.shape(order.region).boxes) {
      if (order.place != host_place)
        on_device.push_back({order.from, order.to, box});
      else
        copy_box(stores.host(order.from), stores.host(order.to), geometry.layout(), stores.element_size(v), box);
    }
  }
  if (!on_device.empty()) context.device->copy_boxes(on_device);
}

void Accelerator::notify_data_modified(const std::vector<Clause>& clauses, Place place) {
  Implementation& m = *implementation_;
  if (m.watched()) m.begin(Hook::notify_data_modified);
  m.prepare_writes(clauses, place, "notify_data_modified");
  m.tracker.notify_data_modified(clauses, place);
  m.transfers.forget_moments();
  m.spoil();
  if (m.watched()) m.end({.hook = Hook::notify_data_modified, .place = place, .clauses = clauses});
}

void Accelerator::require_invalid_data(const std::vector<Clause>& clauses, Place place) {
  Implementation& m = *implementation_;
  if (m.watched()) m.begin(Hook::require_invalid_data);
  m.copies.clear();
  m.tracker.prepare_write(clauses, place, m.copies);
  m.execute();
  m.prepare_writes(clauses, place, "require_invalid_data");
  // Whoever asked may write past the device's own order, on a queue or an address of its own.
  for (const Clause& clause : clauses) m.stores.await_host(clause.slot);
  if (m.watched())
    m.end({.hook = Hook::require_invalid_data, .place = place, .copies = m.copied(), .clauses = clauses});
}

void Accelerator::require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader) {
  Implementation& m = *implementation_;
  if (m.watched()) m.begin(Hook::require_valid_data);
  m.copies.clear();
  m.tracker.require(clauses, place, reader, m.copies);
  m.execute();
  if (m.watched())
    m.end(
        {.hook = Hook::require_valid_data, .cause = reader, .place = place, .copies = m.copied(), .clauses = clauses});
}

} // namespace nopal
