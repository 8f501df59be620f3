#pragma once
// The rules of docs/rules.md, Validity, as plain code: what each event requires and how it changes validity.
// The Tracker needs no storage and no device, so a plan of a run uses the same code.

#include "core/accelerator/orders.hpp"
#include "core/schedule/routine.hpp"

#include <string>
#include <vector>

namespace nopal {

class Tracker {
public:
  /// moves[p]: place p moves whole slots rather than copying. boundary_always_valid: the grid has no outer
  /// boundary. no_ghosts: ghost zones have width 0.
  Tracker(const Variables& variables, const std::vector<Routine>& routines, int n_places, bool boundary_always_valid,
          bool no_ghosts, std::vector<bool> moves);

  const Validity& validity() const { return validity_; }
  std::int64_t iteration() const { return iteration_; }
  void set_iteration(std::int64_t iteration) { iteration_ = iteration; }

  /// Where a read clause of a routine that runs at `place` must be valid: kernels are given scalar variables by
  /// value, so they are read on the host; what is reduced need be nowhere else if it is there.
  Place read_place(const Routine& routine, const Clause& clause, Place place) const {
    return clause.is_reduced() || (routine.is_kernel && is_scalar_[clause.slot.variable]) ? host_place : place;
  }

  /// Before a routine at `place`: fills `copies` (cleared first; no allocation once it has grown) and marks
  /// them done. One order for all that a slot misses and one source has: the host rather than a device, a lower
  /// place rather than a higher one. Throws Error naming variable, timelevel, region, routine, iteration and the
  /// reason for each read of what is valid nowhere; nothing is marked then. What is reduced stays where it is: the host
  /// if all of it is valid there, else a device; else the host is given what it misses. Of the state, where it is
  /// read, what is valid nowhere is left out.
  void before(const Routine& routine, Place place, std::vector<CopyOrder>& copies);
  void after(const Routine& routine, Place place);
  /// As a read of these clauses by `reader` (RequireValidData). `copies` is added to.
  void require(const std::vector<Clause>& clauses, Place place, const std::string& reader,
               std::vector<CopyOrder>& copies);
  /// Before a write at `place`: where places move rather than copy, a slot of which only a part is written is moved
  /// there first. `copies` is added to.
  void prepare_write(const std::vector<Clause>& clauses, Place place, std::vector<CopyOrder>& copies);
  /// What the place misses of the slot and another place has (copyback). `copies` is added to.
  void fetch(Slot slot, Place place, std::vector<CopyOrder>& copies);
  /// Before a sync of timelevel 0 of the variables: where to pack and unpack. Throws where interior or boundary is
  /// valid nowhere. `cause` names who asked. Variables without ghosts get no order.
  void pre_sync(const std::vector<int>& variables, const std::string& cause, std::vector<SyncOrder>& orders) const;
  void post_sync(const std::vector<SyncOrder>& orders);
  /// Groups of two or more timelevels: relabel; others keep their validity.
  void cycle(const std::vector<int>& variables);
  /// Throws Error for a variable of one timelevel.
  void copy_from_past(const std::vector<int>& variables, std::vector<PastOrder>& orders);
  void notify_data_modified(const std::vector<Clause>& clauses, Place place);
  void storage_off(int variable);

  /// Why the region is invalid: "never written", or for each place that has a reason of its own
  /// "on the host: …; on the device: …".
  std::string why_invalid(Slot slot, Region base_region) const;
  /// The event that last changed the region at the place: "synchronised at iteration 3".
  std::string reason_text(Slot slot, Region base_region, Place place) const;
  /// One line a slot: regions valid and invalid at each place with reasons (veryverbose).
  std::string state_text(Slot slot) const;

private:
  Event event(EventKind kind) const { return {kind, current_routine_, iteration_}; }
  Place source(Slot slot, Region base_region) const;
  void add_copy(Slot slot, Region region, Place from, Place to, std::vector<CopyOrder>& copies);
  void supply(Slot slot, Region region, Place place, std::vector<CopyOrder>& copies);
  void supply_reduction(const Clause& clause, std::vector<CopyOrder>& copies);
  void move_for_write(Slot slot, Region written, Place place, std::vector<CopyOrder>& copies);
  void write(const std::vector<Clause>& clauses, Place place, EventKind kind);
  void write(Slot slot, Region written, Place place, EventKind kind);
  std::string invalid_text(const Clause& clause, Region region, const std::string& reader) const;
  [[noreturn]] void throw_invalid(const Routine& routine, Place place) const;

  const Variables& variables_;
  const std::vector<Routine>& routines_;
  Validity validity_;
  std::vector<bool> moves_;
  bool any_moves_ = false;
  std::vector<char> is_scalar_;
  std::vector<int> state_;      ///< variables that checkpoints keep
  std::vector<Region> written_; ///< scratch, by slot: what one routine writes of it
  std::int64_t iteration_ = 0;
  int current_routine_ = -1;
};

} // namespace nopal
