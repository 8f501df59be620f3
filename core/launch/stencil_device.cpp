#include "core/launch/stencil_device.hpp"

#include "core/launch/device_trial.hpp"

#include <algorithm>

namespace nopal {

DeviceStencil::DeviceStencil(const Stencil& stencil, const Decomposition& decomposition, int rank,
                             const std::function<BoundKernel&(int)>& kernel_of, std::span<const long> splitters)
    : stencil_(stencil), decomposition_(decomposition), rank_(rank), kernel_of_(kernel_of),
      splitters_(splitters.begin(), splitters.end()) {
  decide(StencilWay::stages);
  prepare_stages();
}

void DeviceStencil::join(const StencilKernel& source, const Variables& variables) {
  joined_ = std::make_unique<JoinedStages>(source, stencil_, decomposition_, rank_, kernel_of_, variables);
}

void DeviceStencil::set_splitters(std::span<const long> splitters) {
  if (std::equal(splitters.begin(), splitters.end(), splitters_.begin(), splitters_.end())) return;
  splitters_.assign(splitters.begin(), splitters.end());
  prepare_stages();
  prepare_tiles();
}

void DeviceStencil::choose(std::optional<StencilWay> way, std::function<void(const Trial&)> found) {
  trial_ = Trial(2);
  if (way) decide(*way);
  found_ = std::move(found);
  loaded_ = false;
}

void DeviceStencil::prepare_stages() {
  launches_.assign(stencil_.phases.size(), {});
  for (StageLaunch& launch : stage_launches(stencil_, decomposition_, rank_, splitters_)) {
    if (launch.boxes.empty()) continue;
    std::size_t phase = 0;
    while (launch.stage >= stencil_.phases[phase].last) ++phase;
    launches_[phase].push_back(std::move(launch));
  }
}

void DeviceStencil::prepare_tiles() {
  if (!tiled_) return;
  joined_->prepare(limits_, splitters_);
  has_tiles_ = joined_->any();
}

void DeviceStencil::load(Device& device) {
  if (loaded_) return;
  loaded_ = true;
  TiledStencils* tiled = device.tiled_stencils();
  const bool only_stages = trial_.is_over() && way() == StencilWay::stages;
  tiled_ = joined_ != nullptr && tiled != nullptr && !only_stages;
  if (tiled_) limits_ = tiled->tile_limits();
  prepare_tiles();
  if (!has_tiles_) decide(StencilWay::stages);
  if (has_tiles_) joined_->load(device);
  const bool only_tiles = trial_.is_over() && way() == StencilWay::tiles;
  // Phases on the boundary run stage by stage in any way.
  for (std::size_t phase = 0; phase < launches_.size(); ++phase)
    if (!only_tiles || !joined_->has(phase))
      for (const StageLaunch& launch : launches_[phase]) kernel_of_(launch.routine).load(device);
}

std::string DeviceStencil::account() const {
  const std::string tiles = has_tiles_ ? "tiles of " + joined_->tiles_text() + " points" : "";
  if (!trial_.is_over()) return "stage by stage and tile by tile in turn, until the faster way is known; " + tiles;
  return way() == StencilWay::tiles ? "tile by tile, " + tiles : "stage by stage";
}

void DeviceStencil::run(Device& device, HostMemory& memory, const KernelClock& clock, StencilWay way) {
  for (std::size_t phase = 0; phase < launches_.size(); ++phase) {
    if (way == StencilWay::tiles && has_tiles_ && joined_->has(phase)) {
      joined_->run(device, memory, phase, clock);
      continue;
    }
    for (const StageLaunch& launch : launches_[phase])
      kernel_of_(launch.routine).run_on_device(device, memory, launch.boxes, clock);
  }
}

void DeviceStencil::run(Device& device, HostMemory& memory, const KernelClock& clock) {
  load(device);
  if (trial_.is_over()) return run(device, memory, clock, way());
  measure(trial_, device, [&](int way) { run(device, memory, clock, static_cast<StencilWay>(way)); });
  if (trial_.is_over() && found_) found_(trial_);
}

} // namespace nopal
