#pragma once
// The temporaries of a stencil in one thread: their memory, and the window that moves on with the tiles.

#include "core/base/aligned_doubles.hpp"
#include "core/tiles/temporary_shape.hpp"

#include <cstdint>

namespace nopal {

class TemporaryBuffer {
public:
  /// Takes the shape and provides the memory. Keeps memory that is large enough. Throws std::bad_alloc. `shape` must
  /// outlive this object or the next call.
  void take(const TemporaryShape& shape);
  /// Call this before the stages of a tile, in the order of the tiles. Moves the window if the tile needs it. The
  /// values that this tile and later ones read stay.
  void enter(const Tile& tile);
  /// Returns the address of the point (0, 0, 0) of a temporary in this tile. It may lie outside of the buffer.
  double* origin(int temporary) const { return memory_.get() + origins_[static_cast<std::size_t>(temporary)]; }
  /// Fills all points of a temporary that hold no values yet with these bits. Call this after enter().
  void fill_unwritten(int temporary, const Tile& tile, std::uint64_t bits);

private:
  void move(int temporary, const Tile& tile, long to);
  const TemporaryShape* shape_ = nullptr;
  AlignedDoubles memory_;
  long size_ = 0; ///< elements of memory_
  std::vector<long> origins_;
  std::vector<long> slabs_; ///< of each temporary: the point along the axis of the runs that lies in its slab 0
};

} // namespace nopal
