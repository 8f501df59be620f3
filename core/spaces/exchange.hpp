#pragma once
// The exchange of a space: the ghost points of this process and their owners. This code does not use MPI.

#include "core/grid/decomposition.hpp"
#include "core/spaces/index_set.hpp"

#include <vector>

namespace nopal {

/// Ghost points of one part, and the points of one part that own them: point n of `ghosts` gets the value of point n of
/// `source`. A process may leave the set of another process empty. For boxes of a grid both sets are filled.
struct GhostStrip {
  IndexSet ghosts{};
  IndexSet source{};
  int part = 0;        ///< the part that has the ghosts: its number in the process that receives
  int source_part = 0; ///< the part that has the source: its number in the process that sends

  /// Only for two boxes: ghost point p gets the value of point p + shift().
  Index shift() const { return source.box().offset(ghosts.box()); }

  bool operator==(const GhostStrip&) const = default;
};

/// All strips between this process and one other process. They travel in one message in each direction. Both processes
/// have them in the same order.
struct Neighbour {
  int rank = 0;
  std::vector<GhostStrip> receive; ///< this process has the ghosts
  std::vector<GhostStrip> send;    ///< this process has the source
  long receive_points = 0;
  long send_points = 0;
};

/// The exchange of a space. It has one phase: each ghost, also at a corner, gets its value directly from its owner.
struct ExchangePlan {
  std::vector<Neighbour> neighbours; ///< ascending ranks, without this process
  std::vector<GhostStrip> local;     ///< between parts of this process, and periodic images: copied without a message
  long receive_points() const;
  long send_points() const;
};

/// Returns the exchange of the grid. Each process holds `parts` blocks of the decomposition: process p holds the blocks
/// p * parts, …, p * parts + parts - 1, in this order.
ExchangePlan exchange_plan(const Decomposition& decomposition, int process, int parts = 1);

} // namespace nopal
