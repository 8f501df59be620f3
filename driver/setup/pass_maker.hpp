#pragma once
// Makes the stages of epochs and of lone kernels ready to be launched on this process's points.

#include "core/launch/streamed_pass.hpp"
#include "core/plan/epoch_maker.hpp"
#include "core/spaces/spaces.hpp"
#include "driver/setup/run_description.hpp"

namespace nopal {

/// Returns "epoch of 4 iterations of wavetoy::evolve, wavetoy::boundary".
std::string pass_name(const RunEpoch& made, const Variables& variables);

class PassMaker {
public:
  /// `run` outlives this object.
  PassMaker(const RunDescription& run, int rank);

  /// The stages of an epoch, in the order of unrolled().
  std::vector<PassStage> stages(const RunEpoch& made) const;
  /// What kernels may take for interior points and for points of this process, in an epoch.
  PassRegions regions() const;
  /// The pass of an epoch through a device.
  Pass epoch(const RunEpoch& made) const;
  /// The pass of a kernel or stencil alone. `maker` knows the extents of kernels. A stencil is not vertical.
  Pass alone(const Routine& routine, const EpochMaker& maker) const;

private:
  PassCall call(const RunEpoch& made, std::size_t number, std::vector<LaunchBox> boxes) const;
  std::vector<LaunchBox> boxes_of(Region region) const;
  Pass empty_pass(std::vector<Slot> arrays) const;
  std::vector<std::vector<LaunchBox>> boxes_alone(const Routine& routine) const;
  void add_groups(Pass& pass) const;

  const RunDescription& run_;
  int rank_;
  Box stored_;
  Spaces spaces_;
};

} // namespace nopal
