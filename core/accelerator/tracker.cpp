#include "core/accelerator/tracker.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <utility>

namespace nopal {

namespace {

/// The regions that a write makes invalid. One that the same routine wrote, too, stays valid.
Region dependents_of(Region written) {
  Region dependent = Region::none;
  if (any(written & Region::interior)) dependent = Region::boundary | Region::ghosts;
  if (any(written & Region::boundary)) dependent |= Region::ghosts;
  return dependent - written;
}

} // namespace

Tracker::Tracker(const Variables& variables, const std::vector<Routine>& routines, int n_places,
                 std::vector<Region> tracked, std::vector<bool> moves)
    : variables_(variables), routines_(routines), validity_(variables, n_places, std::move(tracked)),
      moves_(std::move(moves)), written_(validity_.n_slots(), Region::none), last_writes_(validity_.n_slots()) {
  moves_.resize(n_places, false);
  any_moves_ = std::find(moves_.begin(), moves_.end(), true) != moves_.end();
  for (int v = 0; v < variables.n_variables(); ++v) {
    is_scalar_.push_back(variables.group_of(v).kind == GroupKind::scalar ? 1 : 0);
    if (is_state(variables.group_of(v))) state_.push_back(v);
  }
}

void Tracker::set_time(double time) {
  time_ = time;
  for (Event& write : last_writes_)
    if (write.iteration == iteration_) write.time = time;
}

Place Tracker::source(Slot slot, Region base_region) const {
  for (Place p = 0; p < validity_.n_places(); ++p)
    if (validity_.valid(slot, base_region, p)) return p;
  return -1;
}

void Tracker::add_copy(Slot slot, Region region, Place from, Place to, std::vector<CopyOrder>& copies) {
  const bool move = moves_[from] || moves_[to];
  if (move) region = validity_.valid(slot, from) & validity_.tracked(slot.variable);
  validity_.set(slot, region, to, event(move ? EventKind::moved : EventKind::copied));
  if (move) validity_.clear(slot, Region::everywhere, from, event(EventKind::moved));
  for (CopyOrder& order : copies)
    if (order.kind != TransferKind::points && order.slot == slot && order.from == from && order.to == to) {
      order.region |= region;
      return;
    }
  copies.push_back({slot, region, from, to, move ? TransferKind::move : TransferKind::copy});
}

void Tracker::supply(Slot slot, Region region, Place place, std::vector<CopyOrder>& copies) {
  for (const Region base : base_regions) {
    // Look again for each region: a move brings the other regions along.
    if (any(region & base) && !validity_.valid(slot, base, place))
      add_copy(slot, base, source(slot, base), place, copies);
  }
}

void Tracker::supply_points(const Clause& clause, Place place, std::vector<CopyOrder>& copies) {
  for (const Region base : base_regions) {
    if (!any(clause.region & base) || validity_.valid(clause.slot, base, place)) continue;
    const Place from = source(clause.slot, base);
    if (moves_[from] || moves_[place]) return supply(clause.slot, clause.region, place, copies);
    const auto same = std::find_if(copies.begin(), copies.end(), [&](const CopyOrder& order) {
      return order.kind == TransferKind::points && order.slot == clause.slot && order.from == from;
    });
    if (same != copies.end())
      same->region |= base;
    else
      copies.push_back({clause.slot, base, from, place, TransferKind::points, {}, clause.points});
  }
}

void Tracker::supply_reduction(const Clause& clause, std::vector<CopyOrder>& copies) {
  if (validity_.valid(clause.slot, clause.region, host_place)) return;
  for (Place p = host_place + 1; p < validity_.n_places(); ++p)
    if (validity_.valid(clause.slot, clause.region, p)) {
      copies.push_back({clause.slot, clause.region, p, host_place, TransferKind::reduce, clause.moments});
      return;
    }
  supply(clause.slot, clause.region, host_place, copies);
}

void Tracker::move_for_write(Slot slot, Region written, Place place, std::vector<CopyOrder>& copies) {
  const Region tracked = validity_.tracked(slot.variable);
  if (covers(written, tracked)) return;
  for (Place p = 0; p < validity_.n_places(); ++p)
    if (p != place && (moves_[p] || moves_[place]) && any(validity_.valid(slot, p) & tracked))
      add_copy(slot, Region::none, p, place, copies);
}

void Tracker::move_for_points(const Clause& clause, Place place, std::vector<CopyOrder>& copies) {
  for (const Region base : base_regions) {
    if (!any(clause.region & base) || validity_.valid(clause.slot, base, place)) continue;
    if (const Place from = source(clause.slot, base); moves_[from] || moves_[place])
      return supply(clause.slot, clause.region, place, copies);
  }
}

void Tracker::prepare_write(const std::vector<Clause>& clauses, Place place, std::vector<CopyOrder>& copies) {
  if (!any_moves_) return;
  for (const Clause& clause : clauses)
    if (clause.keeps_others()) move_for_points(clause, place, copies);
  for (const Clause& clause : clauses) written_[validity_.index(clause.slot)] |= clause.region;
  for (const Clause& clause : clauses) {
    const Region written = std::exchange(written_[validity_.index(clause.slot)], Region::none);
    if (any(written)) move_for_write(clause.slot, written, place, copies);
  }
}

void Tracker::before(const Routine& routine, Place place, std::vector<CopyOrder>& copies,
                     std::span<const SyncOrder> arriving) {
  copies.clear();
  current_routine_ = routine.id;
  const auto required = [&](const Clause& clause) {
    return required_before(arriving, clause.slot, clause.region, read_place(routine, clause, place));
  };
  bool complete = true;
  for (const Clause& clause : routine.reads)
    complete &= validity_.valid(clause.slot, required(clause), read_place(routine, clause, place));
  for (const Clause& clause : routine.writes)
    if (clause.keeps_others() && !covers(validity_.valid_anywhere(clause.slot), clause.region))
      throw_invalid(routine, place, arriving);
  if (!complete) {
    for (const Clause& clause : routine.reads)
      if (!covers(validity_.valid_anywhere(clause.slot), required(clause))) throw_invalid(routine, place, arriving);
    for (const Clause& clause : routine.reads)
      if (clause.is_direct() && !clause.points)
        supply(clause.slot, required(clause), read_place(routine, clause, place), copies);
    for (const Clause& clause : routine.reads)
      if (clause.is_direct() && clause.points) supply_points(clause, place, copies);
    // Reductions come last, because the reads may bring the same points to the host.
    for (const Clause& clause : routine.reads)
      if (clause.is_reduced()) supply_reduction(clause, copies);
  }
  if (routine.state == Access::read)
    for (const int v : state_)
      for (int timelevel = 0; timelevel < validity_.timelevels(v); ++timelevel)
        supply({v, timelevel}, validity_.valid_anywhere({v, timelevel}) & Region::owned, place, copies);
  prepare_write(routine.writes, place, copies);
}

void Tracker::after(const Routine& routine, Place place, std::vector<CopyOrder>& copies) {
  copies.clear();
  current_routine_ = routine.id;
  for (const Clause& clause : routine.writes)
    if (clause.keeps_others()) write_points(clause, place, copies);
  write(routine.writes, [&](const Clause& clause) { return write_place(routine, clause, place); }, EventKind::wrote);
  current_routine_ = -1;
}

template <class PlaceOf>
void Tracker::write(const std::vector<Clause>& clauses, const PlaceOf& place_of, EventKind kind) {
  for (const Clause& clause : clauses)
    if (!clause.keeps_others()) written_[validity_.index(clause.slot)] |= clause.region;
  for (const Clause& clause : clauses) {
    const Region written = std::exchange(written_[validity_.index(clause.slot)], Region::none);
    if (any(written)) write(clause.slot, written, place_of(clause), kind);
  }
}

void Tracker::write_points(const Clause& clause, Place place, std::vector<CopyOrder>& copies) {
  const Slot slot = clause.slot;
  const Region written = clause.region & validity_.tracked(slot.variable);
  for (Place p = 0; p < validity_.n_places(); ++p) {
    validity_.outdate(slot, dependents_of(written), p, event(EventKind::invalidated));
    const Region there = written & validity_.valid(slot, p);
    if (!any(there)) continue;
    validity_.set(slot, there, p, event(EventKind::wrote));
    if (p != place) copies.push_back({slot, there, place, p, TransferKind::points, {}, clause.points});
  }
  if (any(written & Region::interior)) last_writes_[validity_.index(slot)] = event(EventKind::wrote);
}

void Tracker::write(const Slot& slot, Region written, Place place, EventKind kind) {
  written &= validity_.tracked(slot.variable);
  const Region dependent = dependents_of(written);
  const Event invalidated = event(EventKind::invalidated);
  if (any(dependent)) validity_.outdate(slot, dependent, place, invalidated);
  for (Place p = 0; p < validity_.n_places(); ++p) {
    if (p == place) continue;
    // If a place moves slots, the whole slot is at one place.
    const bool whole = any(written) && (moves_[p] || moves_[place]);
    validity_.outdate(slot, whole ? Region::everywhere : written | dependent, p, invalidated);
  }
  validity_.set(slot, written, place, event(kind));
  if (any(written & Region::interior)) last_writes_[validity_.index(slot)] = event(kind);
}

void Tracker::require(const std::vector<Clause>& clauses, Place place, const std::string& reader,
                      std::vector<CopyOrder>& copies) {
  ErrorList errors;
  for (const Clause& clause : clauses) {
    const Region nowhere = clause.region - validity_.valid_anywhere(clause.slot);
    if (any(nowhere)) errors.add(clause.where, invalid_text(clause, nowhere, reader + " on the " + place_text(place)));
  }
  errors.raise_if_any();
  for (const Clause& clause : clauses) {
    if (clause.points)
      supply_points(clause, place, copies);
    else
      supply(clause.slot, clause.region, place, copies);
  }
}

void Tracker::fetch(Slot slot, Place place, std::vector<CopyOrder>& copies) {
  supply(slot, validity_.valid_anywhere(slot), place, copies);
}

void Tracker::pre_sync(const std::vector<int>& variables, const std::string& cause,
                       std::vector<SyncOrder>& orders) const {
  std::vector<Slot> slots;
  for (const int v : variables) slots.push_back({v, 0});
  pre_sync_of(slots, cause, orders);
}

void Tracker::pre_sync_of(std::span<const Slot> slots, const std::string& cause, std::vector<SyncOrder>& orders) const {
  orders.clear();
  ErrorList errors;
  for (const Slot slot : slots) {
    const int v = slot.variable;
    const Region nowhere = Region::owned - validity_.valid_anywhere(slot);
    if (any(nowhere)) {
      errors.add(invalid_text({slot, nowhere, {}}, nowhere, "the sync of " + cause));
      continue;
    }
    if (!any(validity_.tracked(v) & Region::ghosts)) continue;
    const Place interior_at = source(slot, Region::interior);
    const bool has_boundary = any(validity_.tracked(v) & Region::boundary);
    SyncOrder order{slot, interior_at, has_boundary ? source(slot, Region::boundary) : interior_at, 0};
    for (Place p = 0; p < validity_.n_places(); ++p)
      if (validity_.valid(slot, Region::owned, p)) order.unpack_at |= 1U << p;
    if (order.unpack_at == 0) order.unpack_at = 1U << host_place;
    orders.push_back(order);
  }
  errors.raise_if_any();
}

void Tracker::post_sync(const std::vector<SyncOrder>& orders) {
  const Event synced = event(EventKind::synced);
  for (const SyncOrder& order : orders)
    for (Place p = 0; p < validity_.n_places(); ++p) {
      if (order.unpacks_at(p))
        validity_.set(order.slot, Region::ghosts, p, synced);
      else
        validity_.clear(order.slot, Region::ghosts, p, synced);
    }
}

void Tracker::cycle(const std::vector<int>& variables) {
  for (const int v : variables) {
    if (validity_.timelevels(v) < 2) continue;
    validity_.cycle(v, event(EventKind::cycled));
    const auto begin = last_writes_.begin() + validity_.index({v, 0});
    std::rotate(begin, begin + validity_.timelevels(v) - 1, begin + validity_.timelevels(v));
    *begin = {};
  }
}

void Tracker::copy_from_past(const std::vector<int>& variables, std::vector<PastOrder>& orders) {
  orders.clear();
  ErrorList errors;
  for (const int v : variables)
    if (validity_.timelevels(v) < 2)
      errors.add(variables_.full_name(v) + " cannot be copied from the past: its group " +
                 variables_.group_of(v).full_name() + " has one timelevel; declare `timelevels: 2` or more");
  errors.raise_if_any();
  const Event copied = event(EventKind::copied_from_past);
  for (const int v : variables) {
    const Slot from{v, 1};
    const Slot to{v, 0};
    last_writes_[validity_.index(to)] = last_write(from);
    for (Place p = 0; p < validity_.n_places(); ++p) validity_.clear(to, Region::everywhere, p, copied);
    // Devices come before the host: the order of places is 1, 2, …, 0.
    Region rest = validity_.tracked(v);
    for (Place i = 1; i <= validity_.n_places(); ++i) {
      const Place p = i % validity_.n_places();
      const Region here = rest & validity_.valid(from, p);
      if (!any(here)) continue;
      orders.push_back({from, to, here, p});
      validity_.set(to, here, p, copied);
      rest = rest - here;
    }
  }
}

void Tracker::notify_data_modified(const std::vector<Clause>& clauses, Place place) {
  write(clauses, [&](const Clause& /*clause*/) { return place; }, EventKind::notified);
}

void Tracker::give_storage(Slot slot) {
  for (Place p = 0; p < validity_.n_places(); ++p)
    validity_.clear(slot, Region::everywhere, p, event(EventKind::gave_storage));
  last_writes_[validity_.index(slot)] = {};
}

void Tracker::storage_off(int variable) {
  for (int timelevel = 0; timelevel < validity_.timelevels(variable); ++timelevel) {
    for (Place p = 0; p < validity_.n_places(); ++p)
      validity_.clear({variable, timelevel}, Region::everywhere, p, event(EventKind::storage_off));
    last_writes_[validity_.index({variable, timelevel})] = {};
  }
}

} // namespace nopal
