#pragma once
// The rules of DESIGN.md section 6 as plain code: what each event requires and what it does to validity.
// Runs without storage and without a device, so that a run can be planned with the same code.

#include "core/accelerator/validity.hpp"
#include "core/schedule/routine.hpp"

#include <string>
#include <vector>

namespace nopal {

/// A copy that must happen: regions of a slot from one place to another.
struct CopyOrder {
  Slot slot;
  Region region = Region::none; ///< what is missing at `to`
  Place from = host_place;
  Place to = host_place;
  bool move = false; ///< the whole slot; the source loses it
};

/// How a variable is synchronised.
struct SyncOrder {
  Slot slot;
  Place pack_at = host_place;              ///< where strips are packed
  Region overlay_from_host = Region::none; ///< regions of the strips that are valid on the host only
  unsigned unpack_at = 0;                  ///< mask of places at which ghosts become valid
};

/// A region copied from level 1 to level 0.
struct PastOrder {
  Slot from;
  Slot to;
  Region region = Region::none;
  Place place = host_place;
};

class Tracker {
public:
  /// moves[p]: place p moves whole slots rather than copying.
  Tracker(const Variables& variables, const std::vector<Routine>& routines, int n_places, bool boundary_always_valid,
          bool no_ghosts, std::vector<bool> moves);

  const Validity& validity() const { return validity_; }
  std::int64_t iteration() const { return iteration_; }
  void set_iteration(std::int64_t iteration) { iteration_ = iteration; }

  /// Before a routine at `place`: fills `copies` (cleared first; no allocation once it has grown) and marks
  /// them done. Throws Error naming variable, level, region, routine, iteration and the reason for a read of
  /// what is valid nowhere.
  void before(const Routine& routine, Place place, std::vector<CopyOrder>& copies);
  void after(const Routine& routine, Place place);
  /// As a read of these clauses by `reader` (RequireValidData).
  void require(const std::vector<Clause>& clauses, Place place, const std::string& reader,
               std::vector<CopyOrder>& copies);
  /// Before a sync of level 0 of the variables: where to pack and unpack. Throws where interior or boundary is
  /// valid nowhere. `cause` names who asked.
  void pre_sync(const std::vector<int>& variables, const std::string& cause, std::vector<SyncOrder>& orders) const;
  void post_sync(const std::vector<SyncOrder>& orders);
  /// Groups of two or more levels: relabel; others keep their validity.
  void cycle(const std::vector<int>& variables);
  void copy_from_past(const std::vector<int>& variables, std::vector<PastOrder>& orders);
  void notify_data_modified(const std::vector<Clause>& clauses, Place place);
  void storage_off(int variable);

  /// "wavetoy::phi@0 (boundary) is valid nowhere: invalidated by …"-style account of why.
  std::string why_invalid(Slot slot, Region base_region) const;
  /// One line a slot: regions valid at each place with reasons (veryverbose).
  std::string state_text(Slot slot) const;

private:
  const Variables& variables_;
  const std::vector<Routine>& routines_;
  Validity validity_;
  std::vector<bool> moves_;
  std::int64_t iteration_ = 0;
};

} // namespace nopal
