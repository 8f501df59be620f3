#pragma once
// The shape of the temporaries of a stencil in the buffer of a thread, and the addresses of their points.

#include "core/stencils/skew.hpp"
#include "core/tiles/tile_order.hpp"

#include <span>

namespace nopal {

/// What tiles need of a temporary.
struct TileTemporary {
  int variable = 0;  ///< index in the chain
  Extent written;    ///< mee of the extents on which stages write it: its halo
  TileWindow window; ///< along the axis of the runs
};

/// Returns the temporaries that stages of the chain write. `skews`: along the axis of the runs. `computed`: as for
/// find_skews().
std::vector<TileTemporary> tile_temporaries(const StageChain& chain, const std::vector<std::optional<Extent>>& computed,
                                            const Skews& skews);

/// All temporaries have slabs of one shape: the largest tile with the largest halo of any of them, i fastest. The axis
/// of the runs is the slowest one: a slab holds its points with one index there. The slabs of a temporary hold a window
/// of the run that moves on with the tiles. Each temporary has as many slabs as its own window needs, so that it passes
/// through little memory. Rows are padded, so that the first point of each row that is not halo is aligned to 64 bytes
/// for every temporary, whatever its own halo is. Numbers are in elements of 8 bytes.
class TemporaryShape {
public:
  TemporaryShape() = default;
  /// `tile`: the shape of the tiles. `axis`: of the runs, or TileOrder::no_axis. `dimension`: of the grid. An axis that
  /// the grid does not have has stride 0.
  TemporaryShape(const Index& tile, std::span<const TileTemporary> temporaries, int axis, int dimension);

  const Index& stride() const { return stride_; }
  int count() const { return static_cast<int>(temporaries_.size()); }
  /// Returns the elements of the buffer. It must be aligned to 64 bytes.
  long elements() const { return elements_; }
  /// Returns the first element of a temporary and the one behind its last, with slabs on both sides that no stage may
  /// use. They show whether one does.
  std::pair<long, long> with_guard(int temporary) const;
  /// Returns the elements that stages use while they compute a tile. The others wait until the window reaches them.
  long in_use() const { return in_use_; }
  /// Returns the number of slabs of a temporary.
  long slabs(int temporary) const { return places_[static_cast<std::size_t>(temporary)].slabs; }
  /// Returns the elements of a slab.
  long slab() const { return slab_; }
  int axis() const { return axis_; }
  /// Returns the element at which slab 0 of a temporary begins.
  long first(int temporary) const { return places_[static_cast<std::size_t>(temporary)].first; }

  /// Returns the element of the point (0, 0, 0) of a temporary. It may lie outside of the buffer. `tile` is a tile of
  /// the run, and `slab` is the point along the axis of the runs that lies in slab 0.
  long origin(int temporary, const Tile& tile, long slab) const;
  /// Returns the points of a temporary that hold values while a tile is computed, or get them.
  Box held(int temporary, const Tile& tile) const;

  /// Returns the first and the last point + 1 along the axis of the runs that must lie in slabs of a temporary while
  /// the tile is computed.
  std::pair<long, long> needed(int temporary, const Tile& tile) const;
  /// The same without the points that only this tile and later ones compute.
  std::pair<long, long> kept(int temporary, const Tile& tile) const;

private:
  /// A temporary in the buffer.
  struct Place {
    long first;
    long slabs;
  };
  std::vector<TileTemporary> temporaries_;
  std::vector<Place> places_;
  Extent halo_; ///< the largest halo of any temporary
  Index stride_{1, 0, 0};
  int axis_ = TileOrder::no_axis;
  long lead_ = 0; ///< elements of a row before the first point of the tile
  long slab_ = 0, elements_ = 0, in_use_ = 0;
};

} // namespace nopal
