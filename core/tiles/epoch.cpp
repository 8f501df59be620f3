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

bool have_common_points(const std::vector<Box>& some, const std::vector<Box>& others) {
  return std::ranges::any_of(some, [&](const Box& box) {
    return std::ranges::any_of(others, [&](const Box& other) { return !intersection(box, other).empty(); });
  });
}

/// The arrays of the epoch.
StageChain without_stages(const Epoch& epoch) {
  StageChain chain;
  for (std::size_t v = 0; v < epoch.timelevels.size(); ++v)
    for (int array = 0; array < epoch.timelevels[v]; ++array)
      chain.variables.push_back({fmt::format("{}.{}", v, array), epoch.is_temporary(static_cast<int>(v))});
  return chain;
}

void add_stages(StageChain& chain, const Epoch& epoch, int iteration) {
  for (const EpochCall& call : epoch.calls) {
    Stage& stage = chain.stages.emplace_back();
    stage.name = call.name;
    for (const EpochRead& read : call.reads)
      stage.reads.push_back({array_of(epoch, read.variable, read.timelevel, iteration), read.extent});
    for (const EpochWrite& write : call.writes)
      stage.writes.push_back(array_of(epoch, write.variable, write.timelevel, iteration));
  }
}

std::vector<Box> extended(std::vector<Box> boxes, const Extent& extent) {
  for (Box& box : boxes) box = extended(box, extent);
  return boxes;
}

} // namespace

// A call may read the oldest timelevel where another call writes timelevel 0 later, but not where one has written it
// before.
bool may_give_storage(const Epoch& epoch, int variable) {
  const int oldest = epoch.timelevels[variable] - 1;
  if (oldest == 0) return false;
  std::vector<Box> written; // of timelevel 0, by the calls before this one
  for (const EpochCall& call : epoch.calls) {
    for (const EpochRead& read : call.reads)
      if (read.variable == variable && read.timelevel == oldest &&
          (!read.extent.is_zero() || !call.reads_first || have_common_points(written, call.boxes)))
        return false;
    for (const EpochWrite& write : call.writes) {
      if (write.variable != variable) continue;
      if (write.timelevel == oldest) return false;
      if (write.timelevel == 0) written.insert(written.end(), call.boxes.begin(), call.boxes.end());
    }
  }
  return true;
}

int array_of(const Epoch& epoch, int variable, int timelevel, int iteration) {
  const int n = epoch.timelevels[variable];
  NOPAL_ASSERT(timelevel >= 0 && timelevel < n && iteration >= 0);
  const int first = first_array(epoch, variable);
  const bool gives = epoch.gives_storage(variable);
  if (gives && timelevel == n - 1 && iteration == 0) return first + n - 1;
  if (gives && timelevel == 0 && iteration == epoch.iterations && epoch.keeps_oldest) return first + n - 1;
  // One iteration later, the array of timelevel l is that of timelevel l + 1.
  const int cycled = gives ? n - 1 : n;
  return first + ((timelevel - iteration) % cycled + cycled) % cycled;
}

std::optional<int> lost_timelevel(const Epoch& epoch, int variable) {
  if (!epoch.gives_storage(variable) || epoch.keeps_oldest) return std::nullopt;
  return epoch.timelevels[variable] - 1;
}

StageChain unrolled(const Epoch& epoch) {
  StageChain chain = without_stages(epoch);
  for (int iteration = 1; iteration <= epoch.iterations; ++iteration) add_stages(chain, epoch, iteration);
  return chain;
}

StageChain chain_of(const Epoch& epoch, int iteration) {
  StageChain chain = without_stages(epoch);
  add_stages(chain, epoch, iteration);
  return chain;
}

int array_after(const Epoch& epoch, int variable, int timelevel) {
  if (lost_timelevel(epoch, variable) == timelevel) return first_array(epoch, variable) + timelevel;
  return array_of(epoch, variable, timelevel, epoch.iterations);
}

bool writes(const StageChain& chain, int array) {
  return std::ranges::any_of(
      chain.stages, [&](const Stage& stage) { return std::ranges::find(stage.writes, array) != stage.writes.end(); });
}

const EpochCall* update_with_neighbours(const Epoch& epoch) {
  for (const EpochCall& call : epoch.calls)
    for (const EpochRead& read : call.reads)
      for (const EpochWrite& write : call.writes)
        if (read.variable == write.variable && read.timelevel == write.timelevel && !read.extent.is_zero() &&
            !read.elsewhere)
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

// A stage also computes the ghost points at which later stages read its arrays (deep_ghosts()). So what a call writes
// on the whole grid is replaced on the ghosts as well, as far as it is read there.
std::vector<std::optional<Extent>> read_from_before(const Epoch& epoch, const Box& all, const DeepGhosts& ghosts) {
  const StageChain chain = unrolled(epoch);
  std::vector<std::optional<Extent>> found(chain.variables.size());
  std::vector<std::vector<Box>> old(chain.variables.size(), {all}); // points that no stage has written yet
  for (std::size_t s = 0; s < chain.stages.size(); ++s) {
    const Stage& stage = chain.stages[s];
    const std::vector<Box>& boxes = epoch.calls[s % epoch.calls.size()].boxes;
    for (const StageRead& read : stage.reads)
      if (have_common_points(old[read.variable], extended(boxes, read.extent)))
        found[read.variable] = mee(found[read.variable], mee(ghosts.stages[s] + read.extent, Extent{}));
    for (const int array : stage.writes) old[array] = difference_of_lists(std::move(old[array]), boxes);
  }
  return found;
}

Box points_of(const EpochPart& part, const Extent& extent) {
  Box points = part.owned;
  for (int axis = 0; axis < 3; ++axis) {
    if (part.lower[axis]) points.lower[axis] += extent.lower[axis];
    if (part.upper[axis]) points.upper[axis] += extent.upper[axis];
  }
  return points;
}

} // namespace nopal
