#pragma once
// Runs a stencil on the host.

#include "core/launch/joined_phase.hpp"
#include "core/launch/tiled_phase.hpp"
#include "core/launch/trial.hpp"
#include "core/schedule/stencil.hpp"
#include "core/tiles/tile_choice.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace nopal {

/// Runs the stages tile by tile, or with the library's functions for all stages where this is possible. The results
/// have the same bits as those of stages that run one after the other (stencil_launches.hpp), whatever the tiles and
/// the threads are.
class HostStencil {
public:
  /// `kernel_of` gives the kernel of a stage by its position in Schedule::routines(). `splitters`: the positions of all
  /// splitters, from "bottom" to "top". `stencil`, the domain of `decomposition` and the kernels must outlive this
  /// object.
  HostStencil(const Stencil& stencil, const Decomposition& decomposition, int rank,
              const std::function<BoundKernel&(int)>& kernel_of, std::span<const long> splitters, const TileWish& tile);

  /// From now on, stages compute their rows in step, or strips of columns, where this is possible: unless the user
  /// chose the tiles, poison is set, or the checked version runs. `source`: of the thorn's library. All arguments must
  /// outlive this object, except `splitters`.
  void join(const StencilKernel& source, const Variables& variables, std::span<const long> splitters);

  /// Call this after parameters were steered.
  void set_splitters(std::span<const long> splitters);
  /// From now on, memory of temporaries that holds no values is filled with poison before each tile. `bits_of` gives
  /// the poison word of a temporary. A trial ends.
  void set_poison(const std::function<std::uint64_t(int variable)>& bits_of);

  /// Returns how many ways to run there are: with all stages together, if this is possible, and with one to three tile
  /// shapes.
  int n_ways() const;
  /// Sets the way of the plain version, from 0. Empty: a trial finds it out, and calls `found` at its end. Without this
  /// call it is way 0. With poison it is the first tile shape.
  void choose(std::optional<int> way, std::function<void(const Trial&)> found = {});
  /// Returns a way for the log: "all stages row by row, …", or "tiles of …", for each phase of the interior.
  std::string text(int way) const;
  const Trial& trial() const { return trial_; }

  /// Takes the values of scalar variables from `memory`. The members of `backend` share the tiles. If it is null, the
  /// calling thread computes all of them. Throws what a kernel throws.
  void run(HostMemory& memory, const KernelClock& clock, HostVersion version = HostVersion::plain,
           HostBackend* backend = nullptr);

  /// Returns the bytes that the temporaries of one thread take. During a trial: in all ways, which keep their buffers.
  std::size_t buffer_bytes() const;

private:
  struct Tiles {
    TiledPhase phase;
    std::string text;
  };
  struct Phase {
    std::unique_ptr<JoinedPhase> joined; ///< way 0; null: the stages run tile by tile only
    std::vector<Tiles> tiles;            ///< the best shape by the model first; empty: a phase on the boundary
    std::vector<BoundKernel*> boundary;  ///< the kernels that run over the boundary

    bool is_joined(int way) const { return joined != nullptr && way == 0; }
    /// The position in `tiles` for a way that is not joined.
    std::size_t tile(int way) const { return joined ? 0 : std::min(static_cast<std::size_t>(way), tiles.size() - 1); }
  };
  Phase tiled_phase(const StencilPhase& phase) const;
  void run_phases(const HostRun& run, int way);
  void release_other_ways();
  std::vector<std::optional<Extent>> computed(const StencilPhase& phase) const;
  std::vector<TiledKernel> tiled_kernels(const StencilPhase& phase, std::span<const long> splitters) const;
  const StencilStage& stage(int number) const { return stencil_.stages[static_cast<std::size_t>(number)]; }

  const Stencil& stencil_;
  const Domain& domain_;
  Box interior_;
  std::function<BoundKernel&(int)> kernel_of_;
  TileWish tile_;
  std::unique_ptr<StencilBinding> binding_;
  std::vector<Phase> phases_;
  std::vector<LaunchBox> boundary_;
  bool poisoned_ = false;
  Trial trial_{1};
  std::function<void(const Trial&)> found_;
};

} // namespace nopal
