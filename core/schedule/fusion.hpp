#pragma once
// Fusion: calls that follow each other are computed together on the host, all of them in a tile before the next tile.
//
// A call computes its points and stores them, and the next one reads them again. If the fields do not fit into the
// caches, both wait for memory. Fused calls are like the stages of one stencil: what only they use stays in the tile.
// The method of lines gains most: a right-hand side is computed, used in the sums of a stage, and never stored.
//
// Calls can be fused if each of them computes the interior, and if a call reads what an earlier one of them has
// written at its own point only. Results have the same bits as those of calls that run one after the other.

#include "core/schedule/schedule.hpp"
#include "core/stencils/propagation.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace nopal {

/// A field with storage that a stage writes to memory of the tile. When the tile is done, the values go to storage.
struct TileOutput {
  Slot slot;
  int stage = 0; ///< position in the phase of the stage that writes it, the only one
  /// An earlier stage reads the field around its point, so other tiles still need the values from before. The new ones
  /// go to other storage, which then becomes that of the field. Boundary and ghosts of the field get no values: a write
  /// of the interior has made them invalid.
  bool renewed = false;
  /// Of a renewed field: the stage reads it at its own point, or may leave it alone there. So the memory of the tile
  /// first gets the values from before.
  bool keeps = false;
};

struct FusedCalls {
  struct Kernel {
    int routine = -1; ///< position in Schedule::routines()
    int call = 0;     ///< position of the call that it belongs to
  };
  StencilPhase phase;          ///< the stages of all calls. What lies in the memory of tiles is a temporary
  std::vector<Kernel> kernels; ///< of each stage
  /// Fields with storage that are temporaries. Afterwards their storage holds no values, and nobody misses them.
  std::vector<Slot> local;
  std::vector<TileOutput> outputs; ///< all other fields are written to storage
};

/// What the texts of kernels show.
struct KernelTexts {
  /// Gives the extent on which an interior kernel reads a slot. Empty: it is not known.
  std::function<std::optional<Extent>(const Routine& kernel, Slot slot)> extent;
  /// Whether the kernel writes all that it declares at each of its points.
  std::function<bool(const Routine& kernel)> writes_all;
};

/// Returns how calls are fused. Empty: they cannot be, or no field stays in the tiles. The calls run on the host, and
/// none of their kernels is a block kernel. The result holds until parameters are steered.
std::optional<FusedCalls> fuse(std::span<const Routine* const> calls, const Schedule& schedule,
                               const Variables& variables, const Parameters& parameters, const KernelTexts& texts);

/// Returns whether the call may be the first one of fused calls: it writes a field whose values only the next reader
/// gets.
bool may_begin_fusion(const Routine& call, const Schedule& schedule, const Variables& variables,
                      const Parameters& parameters);

/// Returns whether the call may be the last one of fused calls: it reads what other calls write at its own point only.
bool may_end_fusion(const Routine& call, const Variables& variables, const KernelTexts& texts);

} // namespace nopal
