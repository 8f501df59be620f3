#include "core/tiles/epoch.hpp"

#include "core/base/assert.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nopal {

namespace {

int first_array(const Epoch& epoch, int variable) {
  int first = 0;
  for (int v = 0; v < variable; ++v) first += epoch.timelevels[v];
  return first;
}

} // namespace

int array_of(const Epoch& epoch, int variable, int timelevel, int iteration) {
  const int n = epoch.timelevels[variable];
  NOPAL_ASSERT(timelevel >= 0 && timelevel < n && iteration >= 0);
  // One iteration later, the array of timelevel l is that of timelevel l + 1.
  return first_array(epoch, variable) + ((timelevel - iteration) % n + n) % n;
}

StageChain unrolled(const Epoch& epoch) {
  StageChain chain;
  for (std::size_t v = 0; v < epoch.timelevels.size(); ++v)
    for (int array = 0; array < epoch.timelevels[v]; ++array)
      chain.variables.push_back({fmt::format("{}.{}", v, array), false});
  for (int iteration = 1; iteration <= epoch.iterations; ++iteration)
    for (const EpochCall& call : epoch.calls) {
      Stage& stage = chain.stages.emplace_back();
      stage.name = call.name;
      for (const EpochRead& read : call.reads)
        stage.reads.push_back({array_of(epoch, read.variable, read.timelevel, iteration), read.extent});
      for (const EpochWrite& write : call.writes)
        stage.writes.push_back(array_of(epoch, write.variable, write.timelevel, iteration));
    }
  return chain;
}

const EpochCall* update_with_neighbours(const Epoch& epoch) {
  for (const EpochCall& call : epoch.calls)
    for (const EpochRead& read : call.reads)
      for (const EpochWrite& write : call.writes)
        if (read.variable == write.variable && read.timelevel == write.timelevel && !read.extent.is_zero())
          return &call;
  return nullptr;
}

// A stage computes wherever a later stage reads one of its arrays. Whether a write between the two replaces the values
// is not looked at: stages near the end of the epoch ask for less than earlier ones, so this adds nothing.
DeepGhosts deep_ghosts(const StageChain& chain) {
  DeepGhosts found;
  found.stages.resize(chain.stages.size());
  found.arrays.resize(chain.variables.size());
  for (std::size_t s = chain.stages.size(); s-- > 0;) {
    const Stage& stage = chain.stages[s];
    for (const int array : stage.writes)
      if (found.arrays[array]) found.stages[s] = mee(found.stages[s], *found.arrays[array]);
    for (const StageRead& read : stage.reads)
      found.arrays[read.variable] = mee(found.arrays[read.variable], mee(found.stages[s] + read.extent, Extent{}));
  }
  return found;
}

std::vector<std::vector<Box>> boxes_of_stages(const Epoch& epoch, const DeepGhosts& ghosts, const EpochPart& part) {
  std::vector<std::vector<Box>> boxes;
  for (std::size_t s = 0; s < ghosts.stages.size(); ++s) {
    Box points = part.owned;
    for (int axis = 0; axis < 3; ++axis) {
      if (part.lower[axis]) points.lower[axis] += ghosts.stages[s].lower[axis];
      if (part.upper[axis]) points.upper[axis] += ghosts.stages[s].upper[axis];
    }
    std::vector<Box>& all = boxes.emplace_back();
    for (const Box& box : epoch.calls[s % epoch.calls.size()].boxes)
      if (const Box common = intersection(box, points); !common.empty()) all.push_back(common);
  }
  return boxes;
}

} // namespace nopal
