#pragma once
// A phase of a stencil on the host: its stages, tile by tile.

#include "core/launch/host_run.hpp"
#include "core/schedule/fusion.hpp"
#include "core/tiles/temporary_buffer.hpp"
#include "core/tiles/tile_choice.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace nopal {

/// A kernel of a stage, and the points of the k axis that it computes. Without them: all that the stage computes.
struct TiledKernel {
  int stage = 0; ///< position in the phase
  BoundKernel* kernel = nullptr;
  std::optional<VerticalRange> range;
  int call = 0; ///< of fused calls: position of the call that it belongs to
};

/// What fused calls need beside a HostRun.
struct FusedRun {
  std::span<const KernelClock> clocks; ///< of each call
  std::span<std::byte* const> outputs; ///< where the values of each output go, with the layout of the field
};

/// How a phase is cut into tiles.
struct Tiling {
  Box interior;                  ///< the points of this process that are computed without extension
  Index shape{1, 1, 1};          ///< points of a tile along each axis
  int axis = TileOrder::no_axis; ///< of the runs
};

/// Returns what a phase demands of its tiles. `computed`: as for TiledPhase. `axis`: of the runs.
TileDemand tile_demand(const StencilPhase& phase, const std::vector<std::optional<Extent>>& computed,
                       const Box& interior, int dimension, int axis);

class TiledPhase {
public:
  /// `computed`: the extent on which each stage of the phase computes, along the axes that it is extended along. A
  /// stage without one does not run. `domain` must outlive this object.
  TiledPhase(const StencilPhase& phase, const std::vector<std::optional<Extent>>& computed, const Domain& domain,
             const Tiling& tiling);
  ~TiledPhase();
  TiledPhase(TiledPhase&&) noexcept;

  /// Takes the kernels of the stages, in the order of execution. They must outlive this object.
  void set_kernels(std::vector<TiledKernel> kernels);
  /// From now on, memory of temporaries that holds no values is filled with these bits before each tile: one number for
  /// each of temporaries().
  void set_poison(std::vector<std::uint64_t> bits) { poison_ = std::move(bits); }

  /// Call this before set_kernels(). The outputs are temporaries of the phase. run() stores them when a tile is done.
  void set_outputs(std::vector<TileOutput> outputs) { outputs_ = std::move(outputs); }

  /// Returns what is temporary in this phase.
  const std::vector<Slot>& temporaries() const { return temporaries_; }
  /// Returns the bytes of the temporaries of one thread.
  std::size_t buffer_bytes() const { return static_cast<std::size_t>(shape_.elements()) * sizeof(double); }

  /// Frees the memory of the threads. The next run takes it again.
  void release();
  void run(const HostRun& run) { this->run(run, {}); }
  void run(const HostRun& run, const FusedRun& fused);

private:
  struct Launch;
  struct Worker;
  /// Fields of a kernel that are temporaries: position of the field, number of the temporary.
  using TemporaryFields = std::vector<std::pair<std::size_t, int>>;
  /// The storage of an output in this run.
  struct Stored {
    HostField before, after;
    int temporary;
  };

  void prepare(const HostRun& run, const FusedRun& fused, int members);
  void run_tiles(Worker& worker, long first, long end, HostVersion version) const;
  void enter(Worker& worker, const Tile& tile) const;
  void launch(Worker& worker, std::size_t number, const Box& points, HostVersion version) const;
  bool is_output_yet(const TiledKernel& kernel, Slot slot) const;
  void copy_in(Worker& worker, int stage, const Box& points) const;
  void copy_out(Worker& worker, const Tile& tile) const;

  const Domain& domain_;
  Box interior_;
  TileOrder order_;
  std::vector<TiledStage> stages_;
  std::vector<Slot> temporaries_;
  TemporaryShape shape_;
  std::vector<TiledKernel> kernels_;
  std::vector<TemporaryFields> fields_; ///< by kernel
  std::vector<TileOutput> outputs_;
  std::vector<Stored> stored_;        ///< of each output
  std::vector<std::uint64_t> poison_; ///< empty: no poison
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace nopal
