#pragma once
// Which ghost points come from whom: the geometry of a sync. Plain code: knows no MPI.

#include "core/grid/decomposition.hpp"

#include <vector>

namespace nopal {

/// A box of ghost points here and where its values lie at their owner: ghost point p is the owner's p + shift.
struct GhostStrip {
  Box ghosts; ///< in the indices of the rank that receives
  Index shift{0, 0, 0};
  Box source() const { return ghosts.shifted(shift); }

  bool operator==(const GhostStrip&) const = default;
};

/// All strips between this rank and one other, in an order both agree on: one message each way.
struct Neighbour {
  int rank = 0;
  std::vector<GhostStrip> receive; ///< ghosts of this rank, owned by the neighbour
  std::vector<GhostStrip> send;    ///< ghosts of the neighbour, owned by this rank
  long receive_points = 0;
  long send_points = 0;
};

/// One phase: each ghost point comes straight from its owner, edges and corners included.
struct ExchangePlan {
  std::vector<Neighbour> neighbours; ///< by rank, ascending, without this rank
  std::vector<GhostStrip> images;    ///< periodic images of this rank's own points: filled in place
  long receive_points() const;
  long send_points() const;
};

ExchangePlan exchange_plan(const Decomposition& decomposition, int rank);

} // namespace nopal
