#pragma once
// Runs a stencil on a device.

#include "core/launch/joined_stages.hpp"
#include "core/launch/stencil_launches.hpp"
#include "core/launch/trial.hpp"

#include <functional>
#include <memory>

namespace nopal {

class DeviceStencil {
public:
  /// `kernel_of` gives the kernel of a stage by its position in Schedule::routines(). Everything must outlive this
  /// object. `splitters`: as for stage_launches().
  DeviceStencil(const Stencil& stencil, const Decomposition& decomposition, int rank,
                const std::function<BoundKernel&(int)>& kernel_of, std::span<const long> splitters);

  /// Gives the common source of the stages. Without it the stencil runs stage by stage.
  void join(const StencilKernel& source, const Variables& variables);
  /// Call this after parameters were steered. Points change only if splitters have moved.
  void set_splitters(std::span<const long> splitters);
  /// The way in which the stencil runs. Empty: a trial finds it out, and calls `found` at its end. Without this call
  /// the stencil runs stage by stage.
  void choose(std::optional<StencilWay> way, std::function<void(const Trial&)> found = {});
  /// Compiles the kernels for the ways that may be used. The first call does this if nobody has called it before.
  void load(Device& device);
  /// Returns whether load() has found that the device can run the stencil tile by tile.
  bool has_tiles() const { return has_tiles_; }
  /// Returns how it runs: "tile by tile, tiles of 256 x 16 x 1 points". Call this after load().
  std::string account() const;

  /// Runs all stages. The launches are queued: the device may still run them after the call, except in a trial. Takes
  /// the values of scalar variables from `memory`.
  void run(Device& device, HostMemory& memory, const KernelClock& clock);

private:
  void prepare_stages();
  void prepare_tiles();
  StencilWay way() const { return static_cast<StencilWay>(trial_.next()); } ///< of the next call
  void decide(StencilWay way) { trial_.decide(static_cast<int>(way)); }
  void run(Device& device, HostMemory& memory, const KernelClock& clock, StencilWay way);

  const Stencil& stencil_;
  const Decomposition& decomposition_;
  int rank_;
  std::function<BoundKernel&(int)> kernel_of_;
  std::vector<long> splitters_;
  std::vector<std::vector<StageLaunch>> launches_; ///< by phase
  std::unique_ptr<JoinedStages> joined_;
  TileLimits limits_;
  bool loaded_ = false;
  bool tiled_ = false;     ///< it may run tile by tile
  bool has_tiles_ = false; ///< some phase has tiles
  Trial trial_{2};         ///< ways: StencilWay
  std::function<void(const Trial&)> found_;
};

} // namespace nopal
