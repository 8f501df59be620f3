#include "core/launch/elements_loop.hpp"

#include "core/base/assert.hpp"
#include "core/launch/gather_kernel.hpp"

namespace nopal {

std::vector<LaunchBox> element_rows(const LoopElements& elements) {
  std::vector<LaunchBox> boxes;
  const auto add = [&](long first, long end, long row, long end_row) {
    if (first < end && row < end_row) boxes.push_back({{{first, row, 0}, {end, end_row, 1}}});
  };
  const long begin = elements.first, end = elements.end;
  if (begin >= end) return boxes;
  const long first_row = begin / elements_in_row, last_row = end / elements_in_row;
  const long first = begin % elements_in_row, rest = end % elements_in_row;
  if (first_row == last_row) {
    add(first, rest, first_row, first_row + 1);
    return boxes;
  }
  const long whole = first > 0 ? first_row + 1 : first_row;
  add(first, elements_in_row, first_row, whole);
  add(0, elements_in_row, whole, last_row);
  add(0, rest, last_row, last_row + 1);
  return boxes;
}

ElementsLoop::ElementsLoop(LoopWay way, const LoopOnDevice& loop, LoopStore& store)
    : kernel_(way == LoopWay::gather ? loop.kernel.device : loop.kernel.atomics), fields_(first_fields(loop, store)) {
  NOPAL_ASSERT(kernel_ != nullptr);
  for (const LoopPart part : {LoopPart::all, LoopPart::core, LoopPart::rest})
    elements_[static_cast<std::size_t>(part)] = element_rows(places_of(part, loop.set().core, loop.elements()));
  int memory = 0;
  for (const AddedDat& dat : added_dats(loop)) {
    if (way == LoopWay::atomics) {
      fields_.push_back(dat.dat);
      continue;
    }
    const Slot sums = store.scratch(memory++, std::int64_t{loop.elements()} * sums_of(dat.added) * dat.components);
    fields_.push_back(sums);
    const auto [offsets, entries] = store.gather(loop.loop.set, dat.added);
    const int to = loop.mesh.topology.maps[static_cast<std::size_t>(dat.added.front().map)].to;
    Gather gather{.components = dat.components, .fields = {dat.dat, sums, offsets, entries}};
    gather.points.box = {{0, 0, 0}, {dat.components, loop.mesh.local.sets[static_cast<std::size_t>(to)].owned, 1}};
    gathers_.push_back(std::move(gather));
  }
  find_totals(loop, store, memory);
  fields_.insert(fields_.end(), totals().begin(), totals().end());
}

void ElementsLoop::load(Device& device) {
  if (handle_ < 0) handle_ = device.load_kernel(*kernel_);
  if (gather_handle_ < 0 && !gathers_.empty()) gather_handle_ = device.load_kernel(gather_kernel());
}

void ElementsLoop::launch(Device& device, const LoopNumbers& numbers, LoopPart part) const {
  const KernelGrid grid; // elements have no coordinates
  device.launch({.kernel = handle_,
                 .fields = fields_,
                 .reals = numbers.reals,
                 .integers = numbers.integers,
                 .boxes = elements_[static_cast<std::size_t>(part)],
                 .grid = &grid,
                 .clock = numbers.clock});
  if (part == LoopPart::core) return;
  for (const Gather& gather : gathers_) {
    const std::int64_t components = gather.components;
    device.launch({.kernel = gather_handle_,
                   .fields = gather.fields,
                   .reals = {},
                   .integers = {&components, 1},
                   .boxes = {&gather.points, 1},
                   .grid = &grid,
                   .clock = numbers.clock});
  }
}

} // namespace nopal
