// QueuedDevice: reductions in stages. The last stage leaves a few numbers for the host.

#include "core/base/assert.hpp"
#include "core/device/queued_device.hpp"
#include "core/device/reduce_columns.hpp"
#include "core/device/reduced_words.hpp"

#include <algorithm>

namespace nopal {

namespace {

std::int64_t bits_of(const MomentsWanted& wanted) {
  return (wanted.sum ? 1 : 0) | (wanted.magnitudes ? 2 : 0) | (wanted.squares ? 4 : 0) | (wanted.extremes ? 8 : 0);
}

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

} // namespace

void QueuedDevice::compile_reduce_kernel() {
  if (reduce_function_ >= 0) return;
  const FunctionSource source{std::string(queues_->dialect()) + reduce_kernel,
                              by_rows_ ? "nopal_reduce_rows" : "nopal_reduce_points", "reductions"};
  const auto prepare = [this](int function) {
    reduce_function_ = function;
    reduce_group_ = by_rows_ ? 1 : std::min(default_threads, queues_->largest_group(function));
  };
  prepare(queues_->compile(source, [&](int function) {
    prepare(function);
    Command command(*queues_, Queue::kernels);
    // There is no column, so the work-item does nothing.
    launch_reduce({}, 1, {nothing_.get(), nothing_.get(), nothing_.get()}, command);
    queues_->finish();
  }));
}

void QueuedDevice::launch_reduce(const ReduceNumbers& numbers, std::int64_t items, std::array<void*, 3> buffers,
                                 Command& command) {
  std::vector<LaunchArgument> arguments;
  for (void* const& buffer : buffers) arguments.push_back({&buffer, sizeof buffer});
  for (const std::int64_t* number :
       {&numbers.phase, &numbers.items, &numbers.parts, &numbers.wanted, &numbers.integers, &numbers.start,
        &numbers.row, &numbers.plane, &numbers.extent[0], &numbers.extent[1], &numbers.extent[2]})
    arguments.push_back({number, sizeof *number});
  LaunchShape shape;
  shape.local[0] = static_cast<std::size_t>(reduce_group_);
  shape.groups[0] = static_cast<std::size_t>(divided_up(items, reduce_group_));
  command.done(queues_->launch(reduce_function_, shape, arguments, command.after()));
}

void QueuedDevice::reduce_stage(const ReduceNumbers& numbers, std::int64_t items, std::int64_t words,
                                DeviceBuffer& slot, int from) {
  DeviceBuffer& in = partial_[from];
  DeviceBuffer& out = partial_[1 - from];
  const auto bytes = static_cast<std::size_t>(words) * sizeof(std::int64_t);
  if (out.bytes < bytes) {
    out = {};
    out.memory = DeviceMemory(queues_->allocate(bytes, "partial results of a reduction"), {queues_.get()});
    out.bytes = bytes;
  }
  Command command(*queues_, Queue::kernels);
  command.reads(slot);
  command.writes(out);
  if (in.memory) command.reads(in);
  launch_reduce(numbers, items, {slot.memory.get(), in.memory ? in.memory.get() : nothing_.get(), out.memory.get()},
                command);
}

Moments QueuedDevice::reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) {
  SlotMemory& memory = at(points.slot);
  const Box& box = points.box;
  NOPAL_ASSERT(type != Type::complex && memory.element_size == size_of(type) && memory.layout.box.contains(box));
  if (box.empty()) return {};
  compile_reduce_kernel();

  ReduceNumbers numbers;
  numbers.phase = static_cast<std::int64_t>(ReducePhase::accumulate);
  numbers.wanted = bits_of(wanted);
  numbers.integers = type == Type::integer ? 1 : 0;
  numbers.start = memory.layout.index(box.lower[0], box.lower[1], box.lower[2]);
  numbers.row = memory.layout.stride[1];
  numbers.plane = memory.layout.stride[2];
  for (int axis = 0; axis < 3; ++axis) numbers.extent[axis] = box.extent(axis);
  numbers.items = reduce_columns(box, by_rows_);
  int from = 1;
  reduce_stage(numbers, numbers.items, reduce_column_words * numbers.items, memory.buffer, from);
  numbers.phase = static_cast<std::int64_t>(ReducePhase::add);
  while (numbers.items > 1) {
    numbers.parts = numbers.items > reduce_columns_added_at_once ? reduce_columns_added_at_once : 1;
    from = 1 - from;
    reduce_stage(numbers, reduce_column_words * numbers.parts, reduce_column_words * numbers.parts, memory.buffer,
                 from);
    numbers.items = numbers.parts;
  }
  numbers.phase = static_cast<std::int64_t>(ReducePhase::finish);
  from = 1 - from;
  reduce_stage(numbers, reduce_finishers, reduced_words, memory.buffer, from);

  ReducedWords words;
  DeviceBuffer& result = partial_[1 - from];
  Command command(*queues_, Queue::to_host);
  command.reads(result);
  const QueueEvent event =
      queues_->read(result.memory.get(), 0, reinterpret_cast<std::byte*>(words.data()), sizeof words, command.after());
  command.done(event);
  queues_->wait(event);
  return moments_of(words, wanted);
}

} // namespace nopal
