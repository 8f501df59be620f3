#pragma once
// The Tracker gives orders. They say what must happen to data. They name regions and places, not points or bytes.
// The Coordinator turns each CopyOrder into a Transfer, which has bytes.

#include "core/accelerator/validity.hpp"
#include "core/grid/point_set.hpp"
#include "core/reductions/moments.hpp"

#include <memory>
#include <span>

namespace nopal {

enum class TransferKind {
  copy,
  move,   ///< the whole slot travels, and the source loses it
  reduce, ///< only the result of a reduction travels; validity does not change
  points, ///< only some points of the regions travel, to the host or from it; validity does not change
};

/// Regions of a slot that must travel from one place to another.
struct CopyOrder {
  Slot slot;
  Region region = Region::none; ///< copy: the regions missing at `to`; move: the regions valid at `from`
  Place from = host_place;
  Place to = host_place;
  TransferKind kind = TransferKind::copy;
  MomentsWanted moments{};                  ///< what a reduction must compute
  std::shared_ptr<const PointSet> points{}; ///< kind `points`: those of them that lie in `region` travel

  bool operator==(const CopyOrder&) const = default;
};

/// How the data of a CopyOrder travel.
enum class TransferForm {
  nothing,   ///< the regions have no points here
  piece,     ///< `count` elements of the allocation, from element `first` on
  packed,    ///< the boxes of the regions, or the points of an order of kind `points`, packed
  reduction, ///< the result of a reduction
};

/// The decision on a CopyOrder: in which form the data travel, and how many bytes travel.
struct Transfer {
  CopyOrder order;
  std::int64_t payload_bytes = 0; ///< points times element size
  std::int64_t moved_bytes = 0;   ///< padding and covered points included; 0: nothing travels
  TransferForm form = TransferForm::nothing;
  long first = 0; ///< piece: the first element
  long count = 0; ///< piece: the number of elements

  bool operator==(const Transfer&) const = default;
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

/// Returns the regions of a slot that must be valid at `place`, of those that are read there, while the syncs bring
/// ghosts.
inline Region required_before(std::span<const SyncOrder> arriving, Slot slot, Region read, Place place) {
  for (const SyncOrder& order : arriving)
    if (order.slot == slot && order.unpacks_at(place)) return read - Region::ghosts;
  return read;
}

/// Regions that must be copied from timelevel 1 to timelevel 0 at one place.
struct PastOrder {
  Slot from;
  Slot to;
  Region region = Region::none;
  Place place = host_place;

  bool operator==(const PastOrder&) const = default;
};

} // namespace nopal
