// QueuedDevice: copies of boxes, for the packing and unpacking of strips and for copies between slots.

#include "core/base/assert.hpp"
#include "core/device/copy_kernel.hpp"
#include "core/device/queued_device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

/// Returns the position of the slot in the list. Adds it if needed.
int number_of(std::vector<Slot>& slots, Slot slot) {
  const auto found = std::find(slots.begin(), slots.end(), slot);
  if (found != slots.end()) return static_cast<int>(found - slots.begin());
  slots.push_back(slot);
  return static_cast<int>(slots.size()) - 1;
}

void append(std::vector<long>& key, Slot slot) { key.insert(key.end(), {slot.variable, slot.timelevel, slot.part}); }
void append(std::vector<long>& key, const Index& index) { key.insert(key.end(), index.begin(), index.end()); }
void append(std::vector<long>& key, const Box& box) {
  append(key, box.lower);
  append(key, box.upper);
}

} // namespace

void QueuedDevice::compile_copy_kernel() {
  const FunctionSource source{std::string(queues_->dialect()) + copy_kernel,
                              by_rows_ ? "nopal_copy_rows" : "nopal_copy_words", "copies of boxes"};
  copy_function_ = queues_->compile(source, [this](int function) {
    copy_function_ = function;
    copy_group_ = by_rows_ ? 1 : std::min(default_threads, queues_->largest_group(function));
    const std::vector<void*> buffers(copy_buffers, nothing_.get());
    Command command(*queues_, Queue::kernels);
    launch_copy(0, 0, nothing_.get(), buffers, command);
    queues_->finish();
  });
  copy_group_ = by_rows_ ? 1 : std::min(default_threads, queues_->largest_group(copy_function_));
}

void QueuedDevice::launch_copy(std::int64_t entries, std::int64_t items, void* table, std::span<void* const> buffers,
                               Command& command) {
  std::vector<LaunchArgument> arguments{{&table, sizeof table}, {&entries, sizeof entries}, {&items, sizeof items}};
  for (void* const& buffer : buffers) arguments.push_back({&buffer, sizeof buffer});
  const std::int64_t per_item = by_rows_ ? copy_rows_per_item : 1;
  const std::int64_t work_items = std::max<std::int64_t>(1, (items + per_item - 1) / per_item);
  LaunchShape shape;
  shape.local[0] = static_cast<std::size_t>(copy_group_);
  shape.groups[0] = static_cast<std::size_t>((work_items + copy_group_ - 1) / copy_group_);
  command.done(queues_->launch(copy_function_, shape, arguments, command.after()));
}

QueuedDevice::CopyPlan QueuedDevice::make_plan(std::vector<Slot> slots, std::span<const CopyEntry> entries) {
  CopyPlan plan{std::move(slots), copy_tables(entries), {}};
  for (CopyTable& table : plan.tables) {
    plan.memory.push_back(upload(std::as_bytes(std::span(table.numbers)), "a list of boxes to copy"));
    table.numbers = {};
  }
  return plan;
}

void QueuedDevice::run_plan(const CopyPlan& plan, DeviceBuffer* staging) {
  for (std::size_t t = 0; t < plan.tables.size(); ++t) {
    const CopyTable& table = plan.tables[t];
    Command command(*queues_, Queue::kernels);
    std::vector<void*> memory;
    for (const CopyTable::Buffer& entry : table.buffers) {
      DeviceBuffer& buffer = entry.number == staging_number ? *staging : at(plan.slots[entry.number]).buffer;
      if (entry.read) command.reads(buffer);
      if (entry.written) command.writes(buffer);
      memory.push_back(buffer.memory.get());
    }
    memory.resize(copy_buffers, nothing_.get());
    launch_copy(table.entries, by_rows_ ? table.rows : table.words, plan.memory[t].get(), memory, command);
  }
}

const QueuedDevice::CopyPlan& QueuedDevice::strip_plan(std::span<const Strip> strips, bool pack, std::size_t bytes) {
  key_ = {pack ? 1 : 2};
  for (const Strip& strip : strips) {
    append(key_, strip.slot);
    append(key_, strip.box);
    key_.push_back(static_cast<long>(strip.offset));
  }
  return plans_.get(key_, [&] {
    std::vector<Slot> slots;
    std::vector<CopyEntry> entries;
    for (const Strip& strip : strips) {
      const SlotMemory& memory = at(strip.slot);
      NOPAL_ASSERT(strip.box.empty() ||
                   strip.offset + static_cast<std::size_t>(strip.box.points()) * memory.element_size <= bytes);
      const CopySide slot = slot_side(number_of(slots, strip.slot), memory.layout, memory.element_size, strip.box);
      const CopySide dense = dense_side(staging_number, strip.offset, memory.element_size, strip.box);
      const Index extent = words_of(strip.box, memory.element_size);
      entries.push_back(pack ? CopyEntry{slot, dense, extent} : CopyEntry{dense, slot, extent});
    }
    return make_plan(std::move(slots), entries);
  });
}

void QueuedDevice::reserve(DeviceBuffer& buffer, std::size_t bytes, std::span<const Strip> strips) {
  if (buffer.bytes >= bytes) return;
  std::set<std::string> names;
  for (const Strip& strip : strips)
    names.insert(fmt::format("{}@{}", names_[strip.slot.variable], strip.slot.timelevel));
  buffer = {};
  buffer.memory = DeviceMemory(
      queues_->allocate(bytes, fmt::format("the strips of a ghost exchange of {}", fmt::join(names, ", "))),
      {queues_.get()});
  buffer.bytes = bytes;
}

void QueuedDevice::pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) {
  if (bytes == 0) return;
  reserve(outgoing_, bytes, strips);
  run_plan(strip_plan(strips, true, bytes), &outgoing_);
  Command command(*queues_, Queue::to_host);
  command.reads(outgoing_);
  const QueueEvent event = queues_->read(outgoing_.memory.get(), 0, host, bytes, command.after());
  command.done(event);
  queues_->wait(event);
}

Ticket QueuedDevice::unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) {
  if (bytes == 0) return 0;
  DeviceBuffer& staging = incoming_[next_incoming_];
  next_incoming_ = 1 - next_incoming_;
  reserve(staging, bytes, strips);
  const CopyPlan& plan = strip_plan(strips, false, bytes);
  Command command(*queues_, Queue::to_device);
  command.writes(staging);
  const QueueEvent event = queues_->write(staging.memory.get(), 0, host, bytes, command.after());
  command.done(event);
  run_plan(plan, &staging);
  return issue(event);
}

void QueuedDevice::copy_boxes(std::span<const BoxCopy> copies) {
  key_ = {3};
  for (const BoxCopy& copy : copies) {
    append(key_, copy.from);
    append(key_, copy.to);
    append(key_, copy.box);
    append(key_, copy.shift);
  }
  const CopyPlan& plan = plans_.get(key_, [&] {
    std::vector<Slot> slots;
    std::vector<CopyEntry> entries;
    for (const BoxCopy& copy : copies) {
      const SlotMemory& from = at(copy.from);
      const SlotMemory& to = at(copy.to);
      NOPAL_ASSERT(from.element_size == to.element_size);
      entries.push_back(
          {slot_side(number_of(slots, copy.from), from.layout, from.element_size, copy.box.shifted(copy.shift)),
           slot_side(number_of(slots, copy.to), to.layout, to.element_size, copy.box),
           words_of(copy.box, to.element_size)});
    }
    return make_plan(std::move(slots), entries);
  });
  run_plan(plan, nullptr);
}

DeviceBuffer& QueuedDevice::row_of(std::uint64_t word, long words) {
  DeviceBuffer& row = rows_[word];
  const std::size_t bytes = static_cast<std::size_t>(words) * sizeof word;
  if (row.bytes >= bytes) return row;
  const std::vector<std::int64_t> numbers(static_cast<std::size_t>(words), static_cast<std::int64_t>(word));
  row = {};
  row.memory = upload(std::as_bytes(std::span(numbers)), "a row of one value");
  row.bytes = bytes;
  return row;
}

void QueuedDevice::fill(std::span<const SlotBox> boxes, std::uint64_t word) {
  long longest = 0;
  key_ = {4};
  for (const SlotBox& part : boxes) {
    longest = std::max(longest, words_of(part.box, at(part.slot).element_size)[0]);
    append(key_, part.slot);
    append(key_, part.box);
  }
  if (longest <= 0) return;
  DeviceBuffer& row = row_of(word, longest);
  const CopyPlan& plan = plans_.get(key_, [&] {
    std::vector<Slot> slots;
    std::vector<CopyEntry> entries;
    for (const SlotBox& part : boxes) {
      const SlotMemory& memory = at(part.slot);
      // Every row of the box is a copy of the same row.
      entries.push_back({{staging_number, 0, 0, 0},
                         slot_side(number_of(slots, part.slot), memory.layout, memory.element_size, part.box),
                         words_of(part.box, memory.element_size)});
    }
    return make_plan(std::move(slots), entries);
  });
  run_plan(plan, &row);
}

} // namespace nopal
