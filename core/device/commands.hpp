#pragma once
// The arguments of the functions of Device: what is stored, copied, filled, reduced and launched.

#include "core/grid/pack.hpp"
#include "core/kernels/block_shape.hpp"
#include "core/kernels/launch.hpp"
#include "core/kernels/tile_launch.hpp"
#include "core/variables/slot.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace nopal {

/// Names a copy that may still run. Tickets of one device grow. 0: the copy is done.
using Ticket = std::uint64_t;

/// Says how a device stores a slot. The layout's box may be the whole part or a window of it.
struct SlotStorage {
  Slot slot;
  Layout layout;
  std::size_t element_size = 8;        ///< in bytes
  std::string variable = "a variable"; ///< "wavetoy::phi": for messages
};

/// A contiguous piece of a slot: `count` elements from element `first` of the allocation on.
struct Piece {
  Slot slot;
  std::byte* host = nullptr; ///< start of the slot's allocation on the host, which has the same layout
  long first = 0;
  long count = 0;
};

/// Points of a slot in a staging buffer: those of a box that lie at a multiple of `stride` from its lower corner. Their
/// elements lie dense from byte `offset` on, i fastest.
struct Strip {
  Slot slot;
  Box box;
  std::size_t offset = 0;
  Index stride{1, 1, 1};

  long points() const {
    const Index counts = strided_counts(box, stride);
    return counts[0] * counts[1] * counts[2];
  }
};

/// A copy inside the device. For each point p of the box, `to` at p gets the value of `from` at p + shift.
struct BoxCopy {
  Slot from;
  Slot to;
  Box box;
  Index shift{0, 0, 0};
};

/// Points of a slot.
struct SlotBox {
  Slot slot;
  Box box;
};

/// A launch of a loaded kernel. Fields and numbers stand in the order of Kernel::arguments. Each field has the layout
/// of its own storage; it must hold all points that the kernel accesses.
struct DeviceLaunch {
  int kernel = -1;              ///< from load_kernel
  std::span<const Slot> fields; ///< grid functions, then arrays
  std::span<const double> reals;
  std::span<const std::int64_t> integers;
  std::span<const LaunchBox> boxes;
  const KernelGrid* grid = nullptr;
  KernelClock clock;
  BlockShape shape = {}; ///< block kernels only
};

/// A launch of stages of a loaded stencil, tile by tile. Fields and numbers stand in the order of
/// StencilKernel::arguments.
struct TiledLaunch {
  int stencil = -1; ///< from load_stencil
  std::span<const Slot> fields;
  std::span<const double> reals;
  std::span<const std::int64_t> integers;
  std::span<const TileCall> calls; ///< in the order of execution
  Box box;                         ///< the points that all tiles together cover, without extension
  Index tile{1, 1, 1};             ///< points of a tile along each axis
  Extent halo;                     ///< of temporaries: the mee of the extents on which stages write them
  Index period{0, 0, 0};           ///< as TileConstants::period
  const KernelGrid* grid = nullptr;
  KernelClock clock;
};

/// What tiles of a device should be like.
struct TileLimits {
  std::size_t bytes = 0; ///< temporaries of a tile take no more than this
  bool by_rows = true;   ///< one thread computes a tile, and long rows are fast
  long workers = 1;      ///< tiles that are computed at the same time
};

/// Says whether a transfer left the source as it was (copied) or without its data (moved).
enum class Transferred { copied, moved };

} // namespace nopal
