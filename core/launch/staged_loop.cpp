#include "core/launch/staged_loop.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"

#include <fmt/format.h>

namespace nopal {

std::vector<StagedDat> staged_dats(const LoopOnDevice& loop) {
  std::vector<StagedDat> dats;
  for (const AddedDat& dat : added_dats(loop))
    dats.push_back({.to = loop.mesh.topology.maps[static_cast<std::size_t>(dat.added.front().map)].to,
                    .components = dat.components,
                    .added = dat.added});
  return dats;
}

StagedLoop::StagedLoop(const LoopOnDevice& loop, const BlockLimits& limits, LoopStore& store)
    : kernel_(loop.kernel.staged), fields_(first_fields(loop, store)) {
  NOPAL_ASSERT(kernel_ != nullptr);
  const std::vector<StagedDat> dats = staged_dats(loop);
  if (!staged_fits(dats, limits))
    throw Error(
        fmt::format("the loop {}::{} cannot run with accelerator.loops: staged, because the sums of one element "
                    "need more than the {} bytes that threads of this device share: set accelerator.loops: auto",
                    loop.kernel.thorn, loop.kernel.name, limits.max_shared_bytes));
  const auto [slot, plan] = store.plan(loop.loop.set, loop.elements(), dats, limits);
  for (const AddedDat& dat : added_dats(loop)) fields_.push_back(dat.dat);
  fields_.push_back(slot);
  colours_ = plan->colours;
  shape_ = {{plan->block_size, 1, 1}, plan->table_bytes};
  find_totals(loop, store, 0);
  fields_.insert(fields_.end(), totals().begin(), totals().end());
}

void StagedLoop::load(Device& device) {
  if (handle_ < 0) handle_ = device.load_kernel(*kernel_, shape_);
}

void StagedLoop::launch(Device& device, const LoopNumbers& numbers, LoopPart part) const {
  if (part == LoopPart::core) return;
  const KernelGrid grid; // elements have no coordinates
  std::vector<std::int64_t> integers(numbers.integers.begin(), numbers.integers.end());
  integers.push_back(0);
  for (std::size_t colour = 0; colour + 1 < colours_.size(); ++colour) {
    integers.back() = colours_[colour];
    const long blocks = colours_[colour + 1] - colours_[colour];
    const LaunchBox box{{{0, 0, 0}, {blocks * shape_.threads[0], 1, 1}}};
    device.launch({.kernel = handle_,
                   .fields = fields_,
                   .reals = numbers.reals,
                   .integers = integers,
                   .boxes = {&box, 1},
                   .grid = &grid,
                   .clock = numbers.clock,
                   .shape = shape_});
  }
}

} // namespace nopal
