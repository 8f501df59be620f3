#pragma once
// The choice of a tile shape for the stages of a phase.

#include "core/tiles/temporary_shape.hpp"

#include <string>

namespace nopal {

/// What the user asks for, and what the machine has.
struct TileWish {
  Index shape{0, 0, 0};        ///< points of a tile along each axis; 0: to be chosen
  std::size_t cache_bytes = 0; ///< the cache of one thread that a tile should fit into
  int threads = 1;             ///< they share the tiles
};

/// The phase for which tiles are chosen.
struct TileDemand {
  Box interior;               ///< the points that are cut into tiles
  int dimension = 3;          ///< of the grid
  bool whole_columns = false; ///< tiles are not cut along k
  int axis = TileOrder::no_axis;
  std::vector<TileTemporary> temporaries;
  std::vector<Extent> computed; ///< of each stage
  int stored_fields = 0;        ///< fields that are not temporary
};

/// Returns the axis along which tiles follow each other: k if a stage computes more than the interior along k, else j.
/// A grid with one axis has none.
int run_axis(const std::vector<std::optional<Extent>>& computed, int dimension);

/// A tile shape, and why it is a good one.
struct TileChoice {
  Index shape{1, 1, 1};
  std::string text; ///< "tiles of 256 x 16 x 1 points: …"
};

/// Chooses what the user leaves open. Returns the best shape, then the best of those with half as many points or fewer,
/// of those with twice as many or more, and, if stages compute fewer points with it, the one with the least extent
/// along the axis with which they compute the fewest. A shape that there is already is left out. There is at least one.
/// The model counts, for a point of the result: the points that stages compute twice where tiles overlap, the time that
/// each launch and each row takes, and threads that wait for others. It takes the cheapest shape. A shape whose fields
/// do not fit into half of the cache costs 1.5 to 3 times as much.
std::vector<TileChoice> choose_tiles(const TileDemand& demand, const TileWish& wish);

} // namespace nopal
