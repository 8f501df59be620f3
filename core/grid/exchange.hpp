#pragma once
// The geometry of a sync: which ghost points come from which process. Knows no MPI.

#include "core/grid/decomposition.hpp"

#include <vector>

namespace nopal {

/// A box of ghost points and the place of their values at the owner: ghost point p is the owner's point p + shift.
struct GhostStrip {
  Box ghosts; ///< in indices of the receiving rank
  Index shift{0, 0, 0};
  Box source() const { return ghosts.shifted(shift); }

  bool operator==(const GhostStrip&) const = default;
};

/// All strips between this rank and one other: one message in each direction. Both ranks have them in one order.
struct Neighbour {
  int rank = 0;
  std::vector<GhostStrip> receive; ///< ghosts of this rank, owned by the neighbour
  std::vector<GhostStrip> send;    ///< ghosts of the neighbour, owned by this rank
  long receive_points = 0;
  long send_points = 0;
};

/// All strips of a sync. Each ghost point comes straight from its owner, edges and corners included.
struct ExchangePlan {
  std::vector<Neighbour> neighbours; ///< by rank, ascending, without this rank
  std::vector<GhostStrip> images;    ///< periodic images of this rank's own points; copied without a message
  long receive_points() const;
  long send_points() const;
};

ExchangePlan exchange_plan(const Decomposition& decomposition, int rank);

} // namespace nopal
