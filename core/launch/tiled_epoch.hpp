#pragma once
// Runs an epoch on the host: tile by tile, all iterations of a tile before the next tile.

#include "core/launch/host_run.hpp"
#include "core/launch/pass_stages.hpp"
#include "core/tiles/skewed_tiles.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nopal {

class TiledEpoch {
public:
  /// `chain`: the stages, as unrolled() returns them. `shape`: points of a tile along each axis; 0: the axis is not
  /// cut. The epoch has no update_with_neighbours(), and the ghosts that it needs (deep_ghosts()) are stored and valid
  /// when it runs.
  TiledEpoch(const StageChain& chain, std::vector<PassStage> stages, const Index& shape, const PassRegions& regions);

  /// Computes all iterations. `clocks`: of each iteration. `arrays`: the allocations, numbered as by array_of(). The
  /// members of the backend of `run` share the tiles, or the points if there is one tile only. Throws PassFailure with
  /// what a kernel throws.
  void run(const HostRun& run, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays,
           const PassEntered& entered);

  /// What a tile computes of a stage.
  struct Turn {
    long tile = 0;
    int call = 0;      ///< as PassStage::call
    int iteration = 1; ///< as PassStage::iteration
    std::vector<Box> boxes{};
  };
  /// Returns the work in the order in which a single thread does it. Empty: it has more than `most` boxes.
  std::vector<Turn> order(std::size_t most) const;
  /// Returns the number of tiles along each axis. They are numbered with i fastest.
  const Index& tiles_along_axes() const { return tiles_.along_axes(); }

private:
  /// One stage, without boxes.
  struct Launch {
    HostLaunch launch;
    std::vector<HostField> fields;
  };
  void prepare(const HostRun& run, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays);
  /// How a tile is computed.
  struct Pass {
    HostVersion version = HostVersion::plain;
    HostBackend* backend = nullptr; ///< its members share the points; null: the calling thread computes all of them
    const PassEntered* entered = nullptr;
  };
  /// `boxes`: scratch.
  void compute(long tile, const Pass& pass, std::vector<LaunchBox>& boxes) const;

  std::vector<PassStage> stages_;
  SkewedTiles tiles_;
  PassRegions regions_;
  long points_; ///< of all stages
  KernelGrid grid_;
  std::vector<Launch> launches_;
};

} // namespace nopal
