#pragma once
// A phase of a stencil on the host: its stages, tile by tile.

#include "core/launch/host_run.hpp"
#include "core/schedule/stencil.hpp"
#include "core/tiles/temporary_buffer.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace nopal {

/// A kernel of a stage, and the points of the k axis that it computes. Without them: all that the stage computes.
struct TiledKernel {
  int stage = 0; ///< position in the phase
  BoundKernel* kernel = nullptr;
  std::optional<VerticalRange> range;
};

/// How a phase is cut into tiles.
struct Tiling {
  Box interior;                  ///< the points of this process that are computed without extension
  Index shape{1, 1, 1};          ///< points of a tile along each axis
  int axis = TileOrder::no_axis; ///< of the runs
};

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

  /// Returns the variables that are temporaries of this phase.
  const std::vector<int>& temporaries() const { return temporaries_; }
  /// Returns the bytes of the temporaries of one thread.
  std::size_t buffer_bytes() const { return static_cast<std::size_t>(shape_.elements()) * sizeof(double); }

  /// Frees the memory of the threads. The next run takes it again.
  void release();
  void run(const HostRun& run);

private:
  struct Launch;
  struct Worker;
  /// Fields of a kernel that are temporaries: position of the field, number of the temporary.
  using TemporaryFields = std::vector<std::pair<std::size_t, int>>;

  void prepare(const HostRun& run, int members);
  void run_tiles(Worker& worker, long first, long end, HostVersion version) const;
  void enter(Worker& worker, const Tile& tile) const;
  void launch(Worker& worker, std::size_t number, const Box& points, HostVersion version) const;

  const Domain& domain_;
  Box interior_;
  TileOrder order_;
  std::vector<TiledStage> stages_;
  std::vector<int> temporaries_;
  TemporaryShape shape_;
  std::vector<TiledKernel> kernels_;
  std::vector<TemporaryFields> fields_; ///< by kernel
  std::vector<std::uint64_t> poison_;   ///< empty: no poison
  std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace nopal
