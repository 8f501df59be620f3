#include "core/launch/device_loop.hpp"

#include "core/base/assert.hpp"
#include "core/launch/gather_kernel.hpp"

#include <algorithm>

namespace nopal {

namespace {

std::span<const LoopArgument> arguments_of(const LoopKernel& kernel) {
  return {kernel.arguments, static_cast<std::size_t>(kernel.n_arguments)};
}

/// Whether the loop adds to the dat through a map.
bool adds(const LoopArgument& argument) {
  return argument.kind == ArgumentKind::dat && argument.map >= 0 && argument.access == Access::increment;
}

} // namespace

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

DeviceLoop::DeviceLoop(const LoopKernel& kernel, const SetLoop& loop, std::span<const Slot> dats,
                       std::span<const int> maps, const RunMesh& mesh, LoopStore& store)
    : kernel_(&kernel), owned_(mesh.local.sets[static_cast<std::size_t>(loop.set)].owned) {
  NOPAL_ASSERT(kernel.device != nullptr);
  const LocalSet& set = mesh.local.sets[static_cast<std::size_t>(loop.set)];
  const std::int32_t elements = loop.adds_elsewhere() ? set.executed : set.owned;
  for (const LoopPart part : {LoopPart::all, LoopPart::core, LoopPart::rest})
    elements_[static_cast<std::size_t>(part)] = element_rows(places_of(part, set.core, elements));
  find_gathers(dats, maps);
  // The order of LoopKernel::device.
  for (std::size_t a = 0; a < dats.size(); ++a)
    if (!adds(kernel.arguments[a])) fields_.push_back(dats[a]);
  for (std::size_t m = 0; m < maps.size(); ++m) {
    if (kernel.maps[m].arity == 0) fields_.push_back(store.offsets(maps[m]));
    fields_.push_back(store.targets(maps[m]));
  }
  int memory = 0;
  for (Gather& gather : gathers_) {
    const Slot sums =
        store.scratch(memory++, std::int64_t{elements} * sums_of(gather.added) * std::int64_t{gather.components});
    fields_.push_back(sums);
    const auto [offsets, entries] = store.gather(loop.set, gather.added);
    gather.fields = {gather.dat, sums, offsets, entries};
    const int to = mesh.topology.maps[static_cast<std::size_t>(gather.added.front().map)].to;
    gather.points.box = {{0, 0, 0}, {gather.components, mesh.local.sets[static_cast<std::size_t>(to)].owned, 1}};
  }
  for (const LoopArgument& argument : arguments_of(kernel))
    if (argument.kind == ArgumentKind::total) totals_.push_back(store.scratch(memory++, elements));
  fields_.insert(fields_.end(), totals_.begin(), totals_.end());
}

void DeviceLoop::find_gathers(std::span<const Slot> dats, std::span<const int> maps) {
  for (std::size_t a = 0; a < dats.size(); ++a) {
    const LoopArgument& argument = kernel_->arguments[a];
    if (!adds(argument)) continue;
    auto gather = std::ranges::find(gathers_, dats[a], &Gather::dat);
    if (gather == gathers_.end())
      gather = gathers_.insert(gathers_.end(), {.dat = dats[a], .components = argument.components});
    const auto map = static_cast<std::size_t>(argument.map);
    const int first = std::max(argument.target, 0);
    gather->added.push_back({maps[map], first, argument.target < 0 ? kernel_->maps[map].arity : first + 1});
  }
}

void DeviceLoop::load(Device& device) {
  if (handle_ < 0) handle_ = device.load_kernel(*kernel_->device);
  if (gather_handle_ < 0 && !gathers_.empty()) gather_handle_ = device.load_kernel(gather_kernel());
}

void DeviceLoop::launch(Device& device, std::span<const double> reals, std::span<const std::int64_t> integers,
                        const KernelClock& clock, LoopPart part) const {
  const KernelGrid grid; // elements have no coordinates
  device.launch({.kernel = handle_,
                 .fields = fields_,
                 .reals = reals,
                 .integers = integers,
                 .boxes = elements_[static_cast<std::size_t>(part)],
                 .grid = &grid,
                 .clock = clock});
  if (part == LoopPart::core) return;
  for (const Gather& gather : gathers_) {
    const std::int64_t components = gather.components;
    device.launch({.kernel = gather_handle_,
                   .fields = gather.fields,
                   .reals = {},
                   .integers = {&components, 1},
                   .boxes = {&gather.points, 1},
                   .grid = &grid,
                   .clock = clock});
  }
}

void DeviceLoop::reduce(Device& device, std::span<LoopTotal> totals) const {
  NOPAL_ASSERT(totals.size() == totals_.size());
  for (std::size_t t = 0; t < totals.size(); ++t)
    totals[t].add(device.reduce({totals_[t], {{0, 0, 0}, {owned_, 1, 1}}},
                                totals[t].is_integer ? Type::integer : Type::real, totals[t].moments_wanted()));
}

} // namespace nopal
