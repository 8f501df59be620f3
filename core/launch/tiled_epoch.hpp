#pragma once
// Runs an epoch on the host: tile by tile, all iterations of a tile before the next tile.

#include "core/launch/host_run.hpp"
#include "core/tiles/epoch.hpp"
#include "core/tiles/skewed_tiles.hpp"

#include <functional>
#include <string>
#include <vector>

namespace nopal {

/// A call of an epoch, ready to be launched.
struct TiledCall {
  BoundKernel* kernel = nullptr;
  /// The points that this process may compute: its own, and ghosts as far as they are stored. Disjoint.
  std::vector<LaunchBox> boxes;
  std::vector<int> variables; ///< of each of BoundKernel::fields(): its index in Epoch::timelevels; -1: an array
};

/// Thrown if a call fails: says which one.
struct EpochFailure {
  int call = 0;      ///< index in Epoch::calls
  int iteration = 1; ///< of the epoch, from 1
  std::exception_ptr cause;
};

class TiledEpoch {
public:
  /// Called by a thread before it computes a part of a call: the index in Epoch::calls and the iteration from 1. With
  /// the call -1 the thread has done a tile.
  using Entered = std::function<void(int call, int iteration)>;

  /// `part`: the points of this process. `shape`: points of a tile along each axis; 0: the axis is not cut. `stored`:
  /// the points that this process stores. `interior`: those of them that are interior points at their owner. The epoch
  /// has no update_with_neighbours(), and the ghosts that it needs (deep_ghosts()) are stored and valid when it runs.
  TiledEpoch(const Epoch& epoch, std::vector<TiledCall> calls, const EpochPart& part, const Index& shape,
             const Box& stored, const Box& interior);

  /// Computes all iterations. `clocks`: of each iteration. `arrays`: the allocations, numbered as by array_of(). The
  /// members of the backend of `run` share the tiles, or the points if there is one tile only. Throws EpochFailure with
  /// what a kernel throws.
  void run(const HostRun& run, std::span<const KernelClock> clocks, std::span<std::byte* const> arrays,
           const Entered& entered);

  long n_tiles() const { return tiles_.n_tiles(); }

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
    const Entered* entered = nullptr;
  };
  /// `boxes`: scratch.
  void compute(long tile, const Pass& pass, std::vector<LaunchBox>& boxes) const;
  int call_of(std::size_t stage) const { return static_cast<int>(stage % calls_.size()); }

  Epoch epoch_;
  std::vector<TiledCall> calls_;
  std::vector<std::vector<LaunchBox>> boxes_; ///< of each stage
  SkewedTiles tiles_;
  Box stored_, interior_;
  long points_; ///< of all stages
  KernelGrid grid_;
  std::vector<Launch> launches_;
};

} // namespace nopal
