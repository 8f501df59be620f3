#pragma once
// The rules of docs/rules.md, Validity, as plain code: what each event requires and how it changes validity.
// The Tracker needs no storage and no device, so a plan of a run uses the same code.

#include "core/accelerator/orders.hpp"
#include "core/schedule/routine.hpp"

#include <span>
#include <string>
#include <vector>

namespace nopal {

class Tracker {
public:
  /// `tracked` gives the regions of each variable that can be invalid. moves[p]: place p moves whole slots and does not
  /// copy.
  Tracker(const Variables& variables, const std::vector<Routine>& routines, int n_places, std::vector<Region> tracked,
          std::vector<bool> moves);

  const Validity& validity() const { return validity_; }
  std::int64_t iteration() const { return iteration_; }
  void set_iteration(std::int64_t iteration) { iteration_ = iteration; }
  /// Sets the time of the iteration, also that of the writes in it, since the time step may change while it is
  /// computed.
  void set_time(double time);

  /// Returns the place where a read clause must be valid if the routine runs at `place`. Kernels get scalars by value,
  /// so they read them on the host. A reduction reads on the host, but a device with all the points can also do it.
  Place read_place(const Routine& routine, const Clause& clause, Place place) const {
    return clause.is_reduced() || (routine.calls_kernels() && is_scalar_[clause.slot.variable]) ? host_place : place;
  }

  /// Returns the place where a write clause is written if the routine runs at `place`. The scalars that a loop over a
  /// set changes are written on the host.
  Place write_place(const Routine& routine, const Clause& clause, Place place) const {
    return routine.calls_kernels() && is_scalar_[clause.slot.variable] ? host_place : place;
  }

  /// Call this before a routine at `place`. It clears and fills `copies`, and marks them as done in validity. A slot
  /// gets one order for each source. The source of a region is the lowest place that has it. Points to be reduced stay
  /// where they are if the host or one device has them all; otherwise the host gets what it misses. A routine that
  /// reads the state gets only the regions that are valid somewhere. A read of some points (Clause::points) that are
  /// not valid on the host orders these points from each source, and marks nothing. An interpolation must be valid
  /// somewhere, but orders nothing: the routine will ask for its points by require(). So must a write of some points
  /// (Clause::keeps_others). Throws Error if any of these is valid nowhere, and marks nothing then. The Error gives
  /// variable, timelevel, region, routine, iteration and reason of each. `arriving`: a sync that is under way. Ghosts
  /// that it brings to the place of a read are not required yet.
  void before(const Routine& routine, Place place, std::vector<CopyOrder>& copies,
              std::span<const SyncOrder> arriving = {});
  /// Call this after a routine at `place`. It marks the writes as valid. A write of some points (Clause::keeps_others)
  /// leaves its regions valid where they are. It clears and fills `copies` with orders that bring these points to each
  /// of the other places.
  void after(const Routine& routine, Place place, std::vector<CopyOrder>& copies);
  /// As before(), but for a read of these clauses by `reader` (require_valid_data), and appends to `copies`. Of a
  /// clause with points only these travel.
  void require(const std::vector<Clause>& clauses, Place place, const std::string& reader,
               std::vector<CopyOrder>& copies);
  /// Call this before a write at `place`. If a place moves slots, a slot must first move to `place` if only some of its
  /// regions are written. Appends to `copies`.
  void prepare_write(const std::vector<Clause>& clauses, Place place, std::vector<CopyOrder>& copies);
  /// Brings regions to `place` that are valid at another place only (copyback). Appends to `copies`.
  void fetch(Slot slot, Place place, std::vector<CopyOrder>& copies);
  /// Call this before a sync of timelevel 0 of the variables. It clears and fills `orders`, which say where to pack and
  /// unpack. Variables without ghosts get no order. `cause` names who asked. Throws Error if interior or boundary is
  /// valid nowhere.
  void pre_sync(const std::vector<int>& variables, const std::string& cause, std::vector<SyncOrder>& orders) const;
  /// The same for slots of any timelevel.
  void pre_sync_of(std::span<const Slot> slots, const std::string& cause, std::vector<SyncOrder>& orders) const;
  /// Call this after the sync. It marks the ghosts as valid where they were unpacked, and as invalid elsewhere.
  void post_sync(const std::vector<SyncOrder>& orders);
  /// Relabels timelevels. Variables that have one timelevel keep their validity.
  void cycle(const std::vector<int>& variables);
  /// Clears and fills `orders` and marks them as done. Throws Error if a variable has only one timelevel.
  void copy_from_past(const std::vector<int>& variables, std::vector<PastOrder>& orders);
  void notify_data_modified(const std::vector<Clause>& clauses, Place place);
  void storage_off(int variable);
  /// An epoch has computed a newer timelevel in the storage of this slot, or fused calls have not stored its values. It
  /// is valid nowhere from now on.
  void give_storage(Slot slot);

  /// Returns the last write of the slot's interior, which says how old its values are. Transfers do not change it. It
  /// follows the timelevels; copy_from_past copies it with the values. EventKind::nothing: never written.
  const Event& last_write(Slot slot) const { return last_writes_[validity_.index(slot)]; }
  /// Replaces the last write of a slot. For values that another run has computed.
  void set_last_write(Slot slot, const Event& event) { last_writes_[validity_.index(slot)] = event; }

  /// Says why the region is invalid: "never written", or "on the host: …; on the device: …" if the reasons differ.
  std::string why_invalid(Slot slot, Region base_region) const;
  /// Names the event that last changed the region at the place: "synchronised at iteration 3".
  std::string reason_text(Slot slot, Region base_region, Place place) const;
  /// One line for veryverbose: the regions that are valid and invalid at each place, with reasons.
  std::string state_text(Slot slot) const;

private:
  Event event(EventKind kind) const { return {kind, current_routine_, iteration_, time_}; }
  Place source(Slot slot, Region base_region) const;
  void add_copy(Slot slot, Region region, Place from, Place to, std::vector<CopyOrder>& copies);
  void supply(Slot slot, Region region, Place place, std::vector<CopyOrder>& copies);
  void supply_points(const Clause& clause, Place place, std::vector<CopyOrder>& copies);
  void supply_reduction(const Clause& clause, std::vector<CopyOrder>& copies);
  void move_for_write(Slot slot, Region written, Place place, std::vector<CopyOrder>& copies);
  void move_for_points(const Clause& clause, Place place, std::vector<CopyOrder>& copies);
  void write_points(const Clause& clause, Place place, std::vector<CopyOrder>& copies);
  /// Calls write() for each slot with all its regions. place_of(clause): where the clause was written.
  template <class PlaceOf> void write(const std::vector<Clause>& clauses, const PlaceOf& place_of, EventKind kind);
  void write(const Slot& slot, Region written, Place place, EventKind kind);
  std::string invalid_text(const Clause& clause, Region region, const std::string& reader) const;
  [[noreturn]] void throw_invalid(const Routine& routine, Place place, std::span<const SyncOrder> arriving) const;

  const Variables& variables_;
  const std::vector<Routine>& routines_;
  Validity validity_;
  std::vector<bool> moves_;
  bool any_moves_ = false;
  std::vector<char> is_scalar_;
  std::vector<int> state_;         ///< the variables that checkpoints keep
  std::vector<Region> written_;    ///< scratch, by slot: the regions that one routine writes
  std::vector<Event> last_writes_; ///< by slot
  std::int64_t iteration_ = 0;
  double time_ = 0;
  int current_routine_ = -1;
};

} // namespace nopal
