#include "driver/setup/kernels.hpp"

#include "core/device/reduce_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

Kernels::Kernels(const Libraries& libraries, const Description& description, const Decomposition& decomposition,
                 int rank, ErrorList& errors) {
  KernelGrid grid = kernel_grid(decomposition.domain());
  grid.interior = decomposition.interior(rank);
  grid.owned = decomposition.owned(rank);
  for (const Routine& routine : description.schedule.routines()) {
    by_routine_.push_back(nullptr);
    if (!routine.is_kernel) continue;
    declared_[routine.full_name()] = &routine;
    const auto kernel = libraries.kernels().find(routine.kernel_name());
    if (kernel == libraries.kernels().end()) continue;
    try {
      by_routine_.back() = &kernels_
                                .try_emplace(routine.full_name(), *kernel->second, description.variables,
                                             description.parameters, grid, routine.bindings, routine.values)
                                .first->second;
    } catch (const Error& error) {
      errors.add(error.what());
    }
  }
  for (std::size_t region = 0; region < boxes_.size(); ++region)
    boxes_[region] = launch_boxes(decomposition, rank, static_cast<Region>(region));
}

void Kernels::bind_loops(const Description& description, const Libraries& libraries, const RunMesh& mesh) {
  for (const Routine& routine : description.schedule.routines())
    if (routine.is_loop())
      loops_.try_emplace(routine.id, *libraries.loop(routine), routine.loop, description.variables,
                         description.parameters, mesh, loop_shares_);
}

void Kernels::prepare_loops(const Description& description, const RunMesh& mesh, const LoopWays& ways) {
  if (loops_.empty()) return;
  loop_store_.emplace(mesh, description.variables.n_variables());
  for (const Routine& routine : description.schedule.routines()) {
    if (!routine.is_loop() || !routine.device) continue;
    BoundLoop& loop = loops_.at(routine.id);
    loop.prepare(*loop_store_, ways);
    if (!loop.totals().empty())
      most_reduced_ = std::max(most_reduced_, mesh.local.sets[static_cast<std::size_t>(routine.loop->set)].owned);
  }
}

std::size_t Kernels::loop_bytes(bool gpu) const {
  // Devices that are processors reduce by rows.
  return loop_store_ ? loop_store_->bytes() + reduce_bytes({{0, 0, 0}, {most_reduced_, 1, 1}}, !gpu) : 0;
}

std::vector<std::string> Kernels::loops_on_host(const std::vector<Routine>& routines) {
  std::vector<std::string> lines;
  for (const Routine& routine : routines)
    if (routine.is_loop() && !routine.loop->only_on_host.empty())
      lines.push_back(fmt::format("the loop {} runs on the host: {}", routine.full_name(), routine.loop->only_on_host));
  return lines;
}

const Routine* Kernels::declared(const std::string& thorn, std::string_view name) const {
  const auto found = declared_.find(thorn + "::" + std::string(name));
  return found == declared_.end() ? nullptr : found->second;
}

std::vector<std::string> Kernels::names(const std::string& thorn) const {
  std::vector<std::string> names;
  const std::string prefix = thorn + "::";
  for (const auto& [name, routine] : declared_)
    if (name.starts_with(prefix)) names.push_back(name.substr(prefix.size()));
  return names;
}

std::span<const LaunchBox> Kernels::boxes(const Routine& routine) {
  const BoundKernel& kernel = of(routine);
  if (const LaunchBox* points = kernel.points()) return {points, 1};
  const KernelBlocks* blocks = kernel.kernel().blocks;
  return boxes_[static_cast<std::size_t>(blocks != nullptr ? blocks->region : routine.writes.front().region)];
}

void Kernels::load(Device& device, const std::vector<Routine>& routines, const StencilWays& ways) {
  for (const Routine& routine : routines)
    if (routine.device && routine.is_kernel && routine.stage < 0) of(routine).load(device);
  if (stencils_) stencils_->load(device, ways);
}

void Kernels::load_loops(Device& device, const std::vector<Routine>& routines) {
  if (!loop_store_) return;
  loop_store_->create(device);
  for (const Routine& routine : routines)
    if (routine.device && routine.is_loop()) loop(routine).load(device);
  if (most_reduced_ > 0) device.prepare_reductions();
}

void Kernels::bind_stencils(const Description& description, const Libraries& libraries,
                            const Decomposition& decomposition, int rank, int threads) {
  stencils_.emplace(
      description, libraries, decomposition, rank,
      [this](int routine) -> BoundKernel& { return *by_routine_[static_cast<std::size_t>(routine)]; }, threads);
}

void Kernels::refresh(const Parameters& parameters) {
  for (auto& [name, kernel] : kernels_) kernel.refresh_parameters(parameters);
  for (auto& [id, loop] : loops_) loop.refresh_parameters(parameters);
  if (stencils_) stencils_->refresh(parameters);
}

} // namespace nopal
