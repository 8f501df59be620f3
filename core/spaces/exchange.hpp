#pragma once
// The exchange of a space: which ghost points of this process get their values from where. Plain code: knows no MPI.

#include "core/grid/decomposition.hpp"
#include "core/spaces/index_set.hpp"

#include <vector>

namespace nopal {

/// Ghost points of one part, and the points of one part that own them: point n of `ghosts` gets the value of point n of
/// `source`. A process may leave the set that lies in another process empty, except for boxes of a grid.
struct GhostStrip {
  IndexSet ghosts{};
  IndexSet source{};
  int part = 0;        ///< with the ghosts: its number in the process that receives
  int source_part = 0; ///< with the source: its number in the process that sends

  /// Of two boxes: ghost point p gets the value of point p + shift.
  Index shift() const;

  bool operator==(const GhostStrip&) const = default;
};

/// All strips between this process and one other: one message each way. Both processes have them in the same order.
struct Neighbour {
  int rank = 0;
  std::vector<GhostStrip> receive; ///< the ghosts are of this process
  std::vector<GhostStrip> send;    ///< the source is of this process
  long receive_points = 0;
  long send_points = 0;
};

/// The exchange has one phase: each ghost point gets its value straight from its owner, at edges and corners, too.
struct ExchangePlan {
  std::vector<Neighbour> neighbours; ///< by rank, ascending, without this process
  std::vector<GhostStrip> local;     ///< between parts of this process, and periodic images: copied without a message
  long receive_points() const;
  long send_points() const;
};

/// The exchange of the grid. Each process holds `parts` blocks of the decomposition: process p holds the blocks
/// p * parts, …, p * parts + parts - 1, in this order.
ExchangePlan exchange_plan(const Decomposition& decomposition, int process, int parts = 1);

} // namespace nopal
