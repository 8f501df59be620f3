#include "core/launch/streamed_pass.hpp"

#include "core/base/assert.hpp"
#include "core/device/reduce_kernel.hpp"

#include <algorithm>
#include <set>

namespace nopal {

namespace {

constexpr std::size_t element_size = 8; // kernels know no others

} // namespace

struct StreamedPass::Run {
  Device& device;
  HostMemory& memory;
  std::span<const KernelClock> clocks;
  std::span<std::byte* const> arrays;
  const PassEntered& entered;
};

StreamedPass::StreamedPass(Pass pass, long block_size, const Variables& variables)
    : pass_(std::move(pass)),
      blocks_(pass_.chain, boxes_of(pass_.stages), pass_.layout.box, pass_.returned, pass_.axis, block_size),
      variables_(variables) {
  std::set<int> bound;
  for (const PassStage& stage : pass_.stages)
    for (const int array : stage.arrays)
      if (array >= 0) bound.insert(array);
  bound_.assign(bound.begin(), bound.end());
}

/// A kernel needs storage also of a field that it declares and does not use.
long StreamedPass::layers_of(int array) const {
  return std::max(1L, blocks_.arrays()[static_cast<std::size_t>(array)].layers);
}

/// The device knows a window as a part of the variable.
Slot StreamedPass::slot(int array, std::size_t block) const {
  Slot slot = pass_.arrays[static_cast<std::size_t>(array)];
  slot.part = static_cast<int>(block % windows);
  return slot;
}

Layout StreamedPass::layout_of(const Layers& layers) const {
  Layout layout = pass_.layout;
  layout.box.lower[pass_.axis] = layers.lower;
  layout.box.upper[pass_.axis] = layers.upper;
  layout.size = layout.lead + layout.span(layout.box);
  return layout;
}

std::vector<SlotStorage> StreamedPass::storage() const {
  std::vector<SlotStorage> all;
  for (const int array : bound_)
    for (std::size_t window = 0; window < windows; ++window) {
      const Slot slot = this->slot(array, window);
      all.push_back({slot, layout_of({array, 0, layers_of(array)}), element_size, variables_.full_name(slot.variable)});
    }
  for (const auto& [slot, layout] : pass_.groups)
    all.push_back({slot, layout, element_size, variables_.full_name(slot.variable)});
  return all;
}

std::size_t StreamedPass::bytes() const {
  std::size_t sum = 0;
  for (const int array : bound_) sum += windows * static_cast<std::size_t>(layout_of({0, 0, layers_of(array)}).size);
  for (const auto& [slot, layout] : pass_.groups) sum += static_cast<std::size_t>(layout.size);
  return sum * element_size;
}

std::size_t StreamedPass::reduction_bytes(bool by_rows) const {
  std::size_t most = 0;
  for (const PassReduction& reduction : pass_.reductions)
    for (const PassBlock& block : blocks_.blocks())
      for (const Layers& layers : block.out)
        if (layers.array == reduction.array)
          most = std::max(most, reduce_bytes(points_of(layers, pass_.returned), by_rows));
  return most;
}

std::size_t StreamedPass::largest() const {
  long layers = 0;
  for (const PassArray& array : blocks_.arrays()) layers = std::max(layers, array.layers);
  return static_cast<std::size_t>(layout_of({0, 0, layers}).size) * element_size;
}

/// The points of the layers in a box.
Box StreamedPass::points_of(const Layers& layers, Box box) const {
  box.lower[pass_.axis] = layers.lower;
  box.upper[pass_.axis] = layers.upper;
  return box;
}

TransferCount StreamedPass::count(const std::vector<Layers>& layers, const std::vector<Box>& points) const {
  TransferCount sum;
  for (const Layers& each : layers) {
    const Box box = points_of(each, points[static_cast<std::size_t>(each.array)]);
    const Box whole = layout_of(each).box;
    constexpr auto size = static_cast<std::int64_t>(element_size);
    add(sum, {1, box.points() * size, pass_.layout.span(whole) * size});
  }
  return sum;
}

Counters StreamedPass::copies() const {
  Counters sum;
  std::vector<Box> touched;
  for (const PassArray& array : blocks_.arrays()) touched.push_back(array.touched);
  const std::vector<Box> returned(pass_.arrays.size(), pass_.returned);
  for (const PassBlock& block : blocks_.blocks()) {
    add(sum.to_device, count(block.in, touched));
    add(sum.to_host, count(block.out, returned));
    for (const Layers& layers : block.out)
      for (const PassReduction& reduction : pass_.reductions)
        if (reduction.array == layers.array) add(sum.to_host, {1, reduced_bytes, reduced_bytes});
  }
  for (const auto& [slot, layout] : pass_.groups) {
    const auto bytes = static_cast<std::int64_t>(layout.size * static_cast<long>(element_size));
    add(sum.to_device, {1, bytes, bytes});
  }
  return sum;
}

void StreamedPass::create(Device& device) {
  std::vector<Slot> created;
  try {
    for (const SlotStorage& each : storage()) {
      device.create_variables({&each, 1});
      created.push_back(each.slot);
    }
  } catch (...) {
    device.destroy_variables(created);
    throw;
  }
  if (!commands_.empty()) return;
  for (std::size_t block = 0; block < blocks_.blocks().size(); ++block) commands_.push_back(commands(block));
  made_copies_ = copies();
}

void StreamedPass::destroy(Device& device) const {
  std::vector<Slot> slots;
  for (const auto& [slot, layout] : pass_.groups) slots.push_back(slot);
  for (const int array : bound_)
    for (std::size_t window = 0; window < windows; ++window) slots.push_back(slot(array, window));
  device.destroy_variables(slots);
}

StreamedPass::BlockCommands StreamedPass::commands(std::size_t number) const {
  const PassBlock& block = blocks_.blocks()[number];
  BlockCommands commands;
  for (const Layers& window : block.windows)
    commands.windows.push_back({slot(window.array, number), layout_of(window), element_size, {}});
  for (const Layers& layers : block.in) commands.in.push_back(piece(layers, number));
  for (const Layers& kept : block.kept)
    commands.kept.push_back({slot(kept.array, number - 1), slot(kept.array, number), layout_of(kept).box});
  for (const Layers& layers : block.out) {
    commands.out.push_back(piece(layers, number));
    for (std::size_t r = 0; r < pass_.reductions.size(); ++r)
      if (pass_.reductions[r].array == layers.array)
        commands.reduced.push_back({r, {slot(layers.array, number), points_of(layers, pass_.returned)}});
  }
  return commands;
}

/// Layers are contiguous, both on the host and in a window.
StreamedPass::HostPiece StreamedPass::piece(const Layers& layers, std::size_t block) const {
  const std::vector<Layers>& windows_of_block = blocks_.blocks()[block].windows;
  const auto window = std::ranges::find(windows_of_block, layers.array, &Layers::array);
  NOPAL_ASSERT(window != windows_of_block.end());
  const Box box = layout_of(layers).box;
  const long on_device = layout_of(*window).index(box.lower[0], box.lower[1], box.lower[2]);
  const long on_host = pass_.layout.index(box.lower[0], box.lower[1], box.lower[2]);
  return {layers.array,
          (on_host - on_device) * static_cast<long>(element_size),
          {slot(layers.array, block), nullptr, on_device, pass_.layout.span(box)}};
}

std::vector<Piece> StreamedPass::on_host(const std::vector<HostPiece>& pieces, const Run& run) {
  std::vector<Piece> result;
  for (const HostPiece& each : pieces) {
    result.push_back(each.piece);
    result.back().host = run.arrays[static_cast<std::size_t>(each.array)] + each.offset;
  }
  return result;
}

void StreamedPass::bring_in(const Run& run, std::size_t block) const {
  run.device.windows()->move_windows(commands_[block].windows);
  Ticket ticket = 0;
  if (const std::vector<Piece> in = on_host(commands_[block].in, run); !in.empty())
    run.device.copy_to_device(in, ticket);
}

void StreamedPass::bring_groups(const Run& run) const {
  Ticket ticket = 0;
  for (const auto& [slot, layout] : pass_.groups) {
    const Piece whole{slot, run.memory.data(slot), 0, layout.size};
    run.device.copy_to_device({&whole, 1}, ticket);
  }
}

void StreamedPass::compute(const Run& run, std::size_t block) const {
  std::vector<LaunchBox> boxes;
  std::vector<Slot> fields;
  for (std::size_t s = 0; s < pass_.stages.size(); ++s) {
    const PassStage& stage = pass_.stages[s];
    parts_of(stage, blocks_.reach(block, static_cast<int>(s)), boxes);
    if (boxes.empty()) continue;
    fields = stage.kernel->fields();
    for (std::size_t f = 0; f < fields.size(); ++f)
      if (stage.arrays[f] >= 0) fields[f] = slot(stage.arrays[f], block);
    KernelGrid grid = stage.kernel->grid();
    grid.owned = pass_.regions.owned;
    grid.interior = pass_.regions.interior;
    run.entered(stage.call, stage.iteration);
    try {
      stage.kernel->launch_on_device(run.device, run.memory, fields, boxes, stage.clock(run.clocks), grid);
    } catch (...) {
      run.entered(-1, 0);
      throw PassFailure{stage.call, stage.iteration, std::current_exception()};
    }
  }
  run.entered(-1, 0);
}

/// Waits for the results, while layers of the next block come in.
void StreamedPass::reduce(const Run& run, std::size_t block, std::span<Moments> moments) const {
  for (const auto& [number, points] : commands_[block].reduced) {
    const PassReduction& reduction = pass_.reductions[number];
    moments[number].merge(run.device.reduce(points, reduction.type, reduction.wanted), reduction.wanted);
  }
}

const Counters& StreamedPass::run(Device& device, HostMemory& memory, std::span<const KernelClock> clocks,
                                  std::span<std::byte* const> arrays, const PassEntered& entered,
                                  std::span<Moments> moments) const {
  const Run run{device, memory, clocks, arrays, entered};
  for (std::size_t block = 0; block < commands_.size(); ++block) {
    const BlockCommands& commands = commands_[block];
    if (block == 0) {
      bring_in(run, 0);
      bring_groups(run);
    }
    // Before the launches of this block, so that both happen at the same time.
    if (block + 1 < commands_.size()) bring_in(run, block + 1);
    if (!commands.kept.empty()) device.copy_boxes(commands.kept);
    compute(run, block);
    if (const std::vector<Piece> out = on_host(commands.out, run); !out.empty()) device.windows()->send_to_host(out);
    reduce(run, block, moments);
  }
  device.finish();
  return made_copies_;
}

} // namespace nopal
