#include "core/launch/pass_stages.hpp"

namespace nopal {

// As BinSteps computes the time of a step.
KernelClock PassStage::clock(std::span<const KernelClock> clocks) const {
  KernelClock result = clocks[static_cast<std::size_t>(iteration - 1)];
  if (time_offset != 0) result.time += time_offset * result.dt;
  return result;
}

PassStage stage_of(const Epoch& epoch, const PassCall& call, int number, int iteration) {
  PassStage stage{call.kernel, {},        call.boxes,
                  number,      iteration, epoch.calls[static_cast<std::size_t>(number)].time_offset};
  for (std::size_t f = 0; f < call.variables.size(); ++f) {
    const int variable = call.variables[f], timelevel = call.kernel->fields()[f].timelevel;
    stage.arrays.push_back(variable < 0 ? -1 : array_of(epoch, variable, timelevel, iteration));
  }
  return stage;
}

std::vector<PassStage> stages_of(const Epoch& epoch, const std::vector<PassCall>& calls, const EpochPart& part) {
  const DeepGhosts ghosts = deep_ghosts(unrolled(epoch));
  std::vector<PassStage> stages;
  for (std::size_t s = 0; s < ghosts.stages.size(); ++s) {
    const std::size_t number = s % calls.size();
    PassStage stage = stage_of(epoch, calls[number], static_cast<int>(number), static_cast<int>(s / calls.size()) + 1);
    std::vector<LaunchBox> parts;
    parts_of(stage, points_of(part, ghosts.stages[s]), parts);
    stage.boxes = std::move(parts);
    stages.push_back(std::move(stage));
  }
  return stages;
}

std::vector<std::vector<Box>> boxes_of(const std::vector<PassStage>& stages) {
  std::vector<std::vector<Box>> boxes;
  for (const PassStage& stage : stages) {
    std::vector<Box>& all = boxes.emplace_back();
    for (const LaunchBox& box : stage.boxes) all.push_back(box.box);
  }
  return boxes;
}

void parts_of(const PassStage& stage, const Box& reach, std::vector<LaunchBox>& parts) {
  parts.clear();
  for (LaunchBox box : stage.boxes) {
    box.box = intersection(box.box, reach);
    if (!box.box.empty()) parts.push_back(box);
  }
}

} // namespace nopal
