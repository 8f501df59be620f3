#include "core/accelerator/implementation.hpp"
#include "core/base/error.hpp"
#include "core/grid/pack.hpp"

namespace nopal {

void Accelerator::pre_call_function(const Routine& routine, Place place) {
  Implementation& m = *implementation_;
  m.tracker.before(routine, place, m.copies);
  m.execute();
  m.prepare_writes(routine, place);
  if (m.traces()) m.log(trace::routine(m.variables, routine, place, m.tracker.iteration(), m.transfers.records()));
}

void Accelerator::post_call_function(const Routine& routine, Place place) {
  Implementation& m = *implementation_;
  m.tracker.after(routine, place);
  m.spoil();
  if (m.settings.copy_back_all_written_variables_in_analysis && place != host_place && routine.bin == "analysis") {
    m.copies.clear();
    for (const Clause& clause : routine.writes) m.copy_back(clause.slot.variable);
    m.execute();
    m.log_copies("copyback of what " + routine.full_name() + " wrote");
  }
  m.log_states(routine.reads);
  m.log_states(routine.writes);
}

const SyncBuffers& Accelerator::pre_sync(const std::vector<int>& variables, const std::string& cause) {
  Implementation& m = *implementation_;
  m.tracker.pre_sync(variables, cause, m.syncs);
  m.sync_cause = cause;
  m.before_sync = m.transfers.counters();
  const SyncBuffers& buffers = m.exchange.pack(m.syncs);
  m.sync_messages = buffers.messages.size();
  return buffers;
}

void Accelerator::post_sync() {
  Implementation& m = *implementation_;
  m.exchange.unpack(m.syncs);
  m.tracker.post_sync(m.syncs);
  m.spoil();
  if (m.traces())
    m.log(trace::sync(m.variables, m.sync_cause, m.tracker.iteration(), m.syncs, m.before_sync, m.transfers.counters(),
                      m.sync_messages));
  if (!m.settings.very_verbose) return;
  std::vector<Clause> synced;
  for (const SyncOrder& order : m.syncs) synced.push_back({order.slot, Region::ghosts, {}});
  m.log_states(synced);
}

void Accelerator::copy_from_past(const std::vector<int>& variables) {
  Implementation& m = *implementation_;
  for (const int v : variables)
    if (!m.stores.has_storage(v)) m.throw_no_storage({{v, 0}, Region::everywhere, {}}, "copy_from_past");
  m.tracker.copy_from_past(variables, m.pasts);
  std::vector<BoxCopy> on_device;
  for (const PastOrder& order : m.pasts) {
    const int v = order.to.variable;
    const Geometry& geometry = m.stores.geometry(v);
    if (order.place == host_place) m.stores.await_host(order.to);
    for (const Box& box : geometry.shape(order.region).boxes) {
      if (order.place != host_place)
        on_device.push_back({order.from, order.to, box});
      else
        copy_box(m.stores.host(order.from), m.stores.host(order.to), geometry.layout(), m.stores.element_size(v), box);
    }
  }
  if (!on_device.empty()) m.context.device->copy_from_past(on_device);
  m.spoil();
  if (m.traces()) m.log(trace::past(m.variables, m.tracker.iteration(), m.pasts));
  m.log_states(variables);
}

void Accelerator::notify_data_modified(const std::vector<Clause>& clauses, Place place) {
  Implementation& m = *implementation_;
  m.prepare_writes(clauses, place, "notify_data_modified");
  m.tracker.notify_data_modified(clauses, place);
  m.spoil();
  if (m.traces()) m.log(trace::notify(m.variables, m.tracker.iteration(), clauses, place));
  m.log_states(clauses);
}

void Accelerator::require_invalid_data(const std::vector<Clause>& clauses, Place place) {
  Implementation& m = *implementation_;
  m.copies.clear();
  m.tracker.prepare_write(clauses, place, m.copies);
  m.execute();
  m.prepare_writes(clauses, place, "require_invalid_data");
  // Whoever asked may write past the device's own order, on a queue or an address of its own.
  for (const Clause& clause : clauses) m.stores.await_host(clause.slot);
  m.log_copies("require_invalid_data on the " + place_text(place));
  m.log_states(clauses);
}

void Accelerator::require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader) {
  Implementation& m = *implementation_;
  m.copies.clear();
  m.tracker.require(clauses, place, reader, m.copies);
  m.execute();
  m.log_copies("require_valid_data of " + reader + " on the " + place_text(place));
  m.log_states(clauses);
}

} // namespace nopal
