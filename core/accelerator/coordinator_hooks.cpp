#include "core/accelerator/coordinator.hpp"

#include "core/schedule/set_loop.hpp"

#include <algorithm>

namespace nopal {

HookCall Coordinator::pre_call_function(const Routine& routine, Place place) {
  HookCall call(observers_, Hook::pre_call_function);
  const bool starts_early = syncing_ && routine.is_loop(); // see starts_during_sync
  tracker_.before(routine, place, orders_,
                  starts_early ? std::span<const SyncOrder>(sync_.orders) : std::span<const SyncOrder>());
  decide_transfers();
  check_storage(routine.writes, routine);
  if (call.watched()) note(call, {.routine = &routine, .place = place, .copies = transfers_});
  return call;
}

HookCall Coordinator::reduce_totals(const Routine& routine) {
  orders_.clear();
  for (const LoopAccess& access : routine.loop->accesses) {
    if (variables_.group_of(access.slot.variable).kind != GroupKind::scalar || access.access == Access::read) continue;
    const bool sum = access.access == Access::increment;
    orders_.push_back({access.slot,
                       Region::interior,
                       device_place,
                       host_place,
                       TransferKind::reduce,
                       {.extremes = !sum, .sum = sum}});
  }
  transfers_.clear();
  if (orders_.empty()) return {};
  HookCall call(observers_, Hook::reduce_totals);
  decide_transfers();
  if (call.watched()) note(call, {.routine = &routine, .place = device_place, .copies = transfers_});
  return call;
}

HookCall Coordinator::post_call_function(const Routine& routine, Place place) {
  HookCall call(observers_, Hook::post_call_function);
  tracker_.after(routine, place, orders_);
  decide_transfers();
  if (call.watched()) note(call, {.routine = &routine, .place = place, .copies = transfers_});
  return call;
}

/// Adds an order that brings timelevel 0 of the variable, or all its timelevels, to the host.
void Coordinator::fetch(int variable) {
  const int timelevels = settings_.copy_back_all_timelevels ? variables_.timelevels(variable) : 1;
  for (int timelevel = 0; timelevel < timelevels; ++timelevel)
    tracker_.fetch({variable, timelevel}, host_place, orders_);
}

HookCall Coordinator::copy_back_written(const Routine& routine) {
  HookCall call(observers_, Hook::copy_back);
  orders_.clear();
  for (const Clause& clause : routine.writes) fetch(clause.slot.variable);
  decide_transfers();
  if (call.watched()) note(call, {.routine = &routine, .copies = transfers_});
  return call;
}

HookCall Coordinator::copy_back() {
  transfers_.clear();
  if (copied_back_.empty() || !settings_.copy_back_due(tracker_.iteration())) return {};
  HookCall call(observers_, Hook::copy_back);
  orders_.clear();
  for (const int v : copied_back_) fetch(v);
  decide_transfers();
  if (call.watched()) note(call, {.copies = transfers_});
  return call;
}

std::vector<Slot> Coordinator::ghosts_for(const Routine& routine) const {
  std::vector<Slot> slots;
  for (const Clause& clause : routine.reads) {
    if (variables_.group_of(clause.slot.variable).kind != GroupKind::dat || !any(clause.region & Region::ghosts))
      continue;
    const Region valid = validity().valid_anywhere(clause.slot);
    if (covers(valid, Region::owned) && !covers(valid, Region::ghosts)) slots.push_back(clause.slot);
  }
  return slots;
}

bool Coordinator::starts_during_sync(const Routine& routine, std::span<const Slot> ghosts, Place place) const {
  if (!routine.is_loop()) return false;
  const auto arrives = [&](Slot slot) { return std::ranges::find(ghosts, slot) != ghosts.end(); };
  const auto has_rest = [&](const Clause& clause) {
    const Region ghosts_of = arrives(clause.slot) ? Region::ghosts : Region::none;
    return has_storage(clause.slot.variable) &&
           covers(validity().valid_anywhere(clause.slot), clause.region - ghosts_of);
  };
  const auto stored = [&](const Clause& clause) { return has_storage(clause.slot.variable); };
  return std::ranges::all_of(ghosts, [&](Slot slot) { return validity().valid(slot, Region::owned, place); }) &&
         std::ranges::all_of(routine.reads, has_rest) && std::ranges::all_of(routine.writes, stored);
}

HookCall Coordinator::pre_sync(const std::vector<int>& variables, const std::string& cause) {
  HookCall call(observers_, Hook::pre_sync);
  tracker_.pre_sync(variables, cause, sync_.orders);
  return end_pre_sync(std::move(call), cause);
}

HookCall Coordinator::pre_sync_of(std::span<const Slot> slots, const std::string& cause) {
  HookCall call(observers_, Hook::pre_sync);
  tracker_.pre_sync_of(slots, cause, sync_.orders);
  return end_pre_sync(std::move(call), cause);
}

void Coordinator::note_sync(const std::vector<int>& variables, const std::string& cause) {
  std::vector<SyncOrder> orders;
  tracker_.pre_sync(variables, cause, orders);
  tracker_.post_sync(orders);
}

HookCall Coordinator::end_pre_sync(HookCall call, const std::string& cause) {
  sync_cause_ = cause;
  syncing_ = true;
  planner_.decide(sync_);
  add(counters_.to_host, sync_.strips.to_host);
  if (call.watched()) note(call, {.cause = sync_cause_, .syncs = sync_.orders, .messages = sync_.messages});
  return call;
}

HookCall Coordinator::post_sync() {
  HookCall call(observers_, Hook::post_sync);
  tracker_.post_sync(sync_.orders);
  syncing_ = false;
  add(counters_.to_device, sync_.strips.to_device);
  if (call.watched())
    note(call, {.cause = sync_cause_,
                .syncs = sync_.orders,
                .strips = sync_.strips,
                .strip_bytes = sync_.strip_bytes,
                .messages = sync_.messages});
  return call;
}

HookCall Coordinator::cycle() {
  HookCall call(observers_, Hook::cycle);
  tracker_.cycle(cycled_);
  if (call.watched()) note(call, {.variables = cycled_});
  return call;
}

HookCall Coordinator::copy_from_past(const std::vector<int>& variables) {
  HookCall call(observers_, Hook::copy_from_past);
  for (const int v : variables)
    if (!has_storage(v)) throw_no_storage({{v, 0}, Region::everywhere, {}}, "copy_from_past");
  tracker_.copy_from_past(variables, pasts_);
  if (call.watched()) note(call, {.pasts = pasts_, .variables = variables});
  return call;
}

HookCall Coordinator::notify_data_modified(const std::vector<Clause>& clauses, Place place) {
  HookCall call(observers_, Hook::notify_data_modified);
  check_storage(clauses, "notify_data_modified");
  tracker_.notify_data_modified(clauses, place);
  if (call.watched()) note(call, {.place = place, .clauses = clauses});
  return call;
}

HookCall Coordinator::require_invalid_data(const std::vector<Clause>& clauses, Place place) {
  HookCall call(observers_, Hook::require_invalid_data);
  orders_.clear();
  tracker_.prepare_write(clauses, place, orders_);
  decide_transfers();
  check_storage(clauses, "require_invalid_data");
  if (call.watched()) note(call, {.place = place, .copies = transfers_, .clauses = clauses});
  return call;
}

HookCall Coordinator::require_valid_data(const std::vector<Clause>& clauses, Place place, const std::string& reader) {
  HookCall call(observers_, Hook::require_valid_data);
  orders_.clear();
  tracker_.require(clauses, place, reader, orders_);
  decide_transfers();
  if (call.watched()) note(call, {.cause = reader, .place = place, .copies = transfers_, .clauses = clauses});
  return call;
}

HookCall Coordinator::storage_off(const std::vector<int>& variables) {
  if (variables.empty()) return {};
  HookCall call(observers_, Hook::storage_off);
  for (const int v : variables) {
    tracker_.storage_off(v);
    set_storage(v, false);
  }
  if (call.watched()) note(call, {.variables = variables});
  return call;
}

} // namespace nopal
