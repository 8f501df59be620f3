#pragma once
// The shape of the tiles in which a device computes a stencil.

#include "core/device/commands.hpp"
#include "core/stencils/extent.hpp"

#include <optional>

namespace nopal {

/// What is known of the stages that run tile by tile.
struct TiledWork {
  Box box;     ///< the points that all tiles together cover, without extension
  Extent halo; ///< mee of the extents on which stages write temporaries
  int n_temporaries = 0;
  int n_fields = 0;           ///< without temporaries
  int dimension = 3;          ///< of the grid
  bool whole_columns = false; ///< tiles hold all points along k
};

/// Returns the shape with the least estimated time among those whose temporaries fit into `limits.bytes`: a tile
/// computes its halo again, short rows are slow, and all workers should have the same number of tiles. If one thread
/// computes a tile, the other fields of the tile should fit, too, since they are read from the cache again and again.
/// Empty: none fits, or the box is empty.
std::optional<Index> choose_tile(const TiledWork& work, const TileLimits& limits);

} // namespace nopal
