#pragma once
// The choice of a tile shape for an epoch.

#include "core/grid/box.hpp"
#include "core/stencils/propagation.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace nopal {

/// What the choice depends on.
struct EpochTileDemand {
  Box owned;                   ///< the points of this process
  int dimension = 3;           ///< of the grid
  Index shape{0, 0, 0};        ///< points of a tile along each axis, as the user asks for; 0: to be chosen
  std::size_t cache_bytes = 0; ///< of one thread
  int threads = 1;             ///< they share the tiles
};

/// A shape, and why it is a good one.
struct EpochTile {
  Index shape{0, 0, 0};  ///< 0: the axis is not cut
  std::string text;      ///< "tiles of 401 x 8 x 16 points", or that there is one tile only
  std::size_t bytes = 0; ///< that the arrays take within a tile
  double cost = 0;       ///< the model's time for all points of one iteration, in points that one thread computes
};

/// Chooses what the user leaves open. Returns the best shape by the model, then the best of those with half as many
/// points or fewer, of those with twice as many or more, and the one that cuts no axis. There is at least one. `chain`:
/// of the epoch (unrolled()).
///
/// The model counts, for each tile: its points; the time that each launch and each row take in addition; what comes
/// from memory, which is what the windows of all arrays take in along the axis that the tiles follow each other on; and
/// a penalty if the windows do not fit into the cache of a thread. Threads compute neighbouring rows of tiles, so they
/// wait if there are few rows. If there is one tile only, they compute its points together.
std::vector<EpochTile> choose_epoch_tiles(const StageChain& chain, const EpochTileDemand& demand);

} // namespace nopal
