#pragma once
// The interior stages of a stencil on a device, one launch for each phase: all stages in a tile before the next tile.

#include "core/launch/stencil_binding.hpp"
#include "core/launch/tile_shape.hpp"

#include <functional>

namespace nopal {

class JoinedStages {
public:
  /// `kernel_of` gives the kernel of a stage by its position in Schedule::routines().
  JoinedStages(const StencilKernel& source, const Stencil& stencil, const Decomposition& decomposition, int rank,
               const std::function<BoundKernel&(int)>& kernel_of, const Variables& variables);

  /// Chooses the tiles of each phase for the device, and the points of each kernel. Call it again after splitters have
  /// moved.
  void prepare(const TileLimits& limits, std::span<const long> splitters);
  /// Returns whether run() can run this phase.
  bool has(std::size_t phase) const { return phase < phases_.size() && phases_[phase].tile.has_value(); }
  /// Returns whether it can run some phase.
  bool any() const;
  /// Queues the launch of a phase. Takes the values of scalar variables from `memory`.
  void run(Device& device, HostMemory& memory, std::size_t phase, const KernelClock& clock);
  /// Compiles the source. The first launch does this if nobody has called it before.
  void load(Device& device);
  /// Returns "256 x 16 x 1" for each phase that has tiles.
  std::string tiles_text() const;

private:
  struct Phase {
    std::vector<TileCall> calls;
    std::optional<Index> tile; ///< empty: the phase runs stage by stage
    TiledWork work;
  };
  bool is_temporary(Slot slot) const { return variables_.group_of(slot.variable).temporary; }
  Phase make_phase(const StencilPhase& phase, std::span<const long> splitters) const;

  StencilBinding binding_;
  const Stencil& stencil_;
  const Decomposition& decomposition_;
  int rank_;
  const Variables& variables_;
  KernelGrid grid_;
  Index period_{0, 0, 0};
  std::vector<Phase> phases_;
  int handle_ = -1;
};

} // namespace nopal
