#pragma once
// Orders: the Tracker gives them. They say what must happen to data. They name regions and places, not points or bytes.

#include "core/accelerator/validity.hpp"
#include "core/reductions/moments.hpp"

namespace nopal {

enum class TransferKind {
  copy,
  move,   ///< the whole slot travels, and the source loses it
  reduce, ///< only the result of a reduction travels; validity does not change
};

/// Regions of a slot that must travel from one place to another.
struct CopyOrder {
  Slot slot;
  Region region = Region::none; ///< copy: the regions missing at `to`; move: the regions valid at `from`
  Place from = host_place;
  Place to = host_place;
  TransferKind kind = TransferKind::copy;
  MomentsWanted moments{}; ///< what a reduction must compute

  bool operator==(const CopyOrder&) const = default;
};

/// Where the ghosts of one variable are packed and unpacked in a sync.
struct SyncOrder {
  Slot slot;
  Place interior_at = host_place; ///< where the interior points of strips are packed
  Place boundary_at = host_place; ///< where the boundary points of strips are packed
  unsigned unpack_at = 0;         ///< mask of the places where ghosts become valid
  bool unpacks_at(Place place) const { return (unpack_at >> place) & 1U; }

  bool operator==(const SyncOrder&) const = default;
};

/// Regions that must be copied from timelevel 1 to timelevel 0 at one place.
struct PastOrder {
  Slot from;
  Slot to;
  Region region = Region::none;
  Place place = host_place;

  bool operator==(const PastOrder&) const = default;
};

} // namespace nopal
