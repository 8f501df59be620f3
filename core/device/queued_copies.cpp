// QueuedDevice: copies of boxes, for the packing and unpacking of strips and for copies between slots.

#include "core/base/assert.hpp"
#include "core/device/queued_device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nopal {

namespace {

void append(std::vector<long>& key, Slot slot) { key.insert(key.end(), {slot.variable, slot.timelevel, slot.part}); }
void append(std::vector<long>& key, const Index& index) { key.insert(key.end(), index.begin(), index.end()); }
void append(std::vector<long>& key, const Box& box) {
  append(key, box.lower);
  append(key, box.upper);
}

} // namespace

/// A plan holds positions in the allocation, so a slot with another layout or element size needs another plan.
void QueuedDevice::append_to_key(Slot slot) {
  append(key_, slot);
  const Layout& layout = at(slot).layout;
  key_.insert(key_.end(),
              {layout.origin(), layout.stride[1], layout.stride[2], static_cast<long>(at(slot).element_size)});
}

template <class Item, class Add>
const QueuedDevice::CopyPlan& QueuedDevice::plan(std::span<const Item> items, const Add& add_to) {
  return plans_.get(key_, [&] {
    CopyPlan made;
    std::vector<CopyEntry> entries;
    for (const Item& item : items) add_to(entries, made.slots, item);
    made.tables = copy_tables(entries);
    for (CopyTable& table : made.tables) {
      made.memory.push_back(upload(std::as_bytes(std::span(table.numbers)), "a list of boxes to copy"));
      table.numbers = {};
    }
    return made;
  });
}

int QueuedDevice::number_of(std::vector<Slot>& slots, Slot slot) {
  const auto found = std::find(slots.begin(), slots.end(), slot);
  const int number = static_cast<int>(found - slots.begin());
  if (found == slots.end()) slots.push_back(slot);
  return number;
}

CopySide QueuedDevice::side(std::vector<Slot>& slots, Slot slot, const Box& box) {
  const SlotMemory& memory = at(slot);
  return slot_side(number_of(slots, slot), memory.layout, memory.element_size, box);
}

void QueuedDevice::run_plan(const CopyPlan& plan, DeviceBuffer* staging) {
  for (std::size_t t = 0; t < plan.tables.size(); ++t) {
    const CopyTable& table = plan.tables[t];
    Command command(*queues_, Queue::kernels);
    std::vector<void*> memory{plan.memory[t].get()};
    for (const CopyTable::Buffer& entry : table.buffers) {
      DeviceBuffer& buffer = entry.number == staging_number ? *staging : at(plan.slots[entry.number]).buffer;
      if (entry.read) command.reads(buffer);
      if (entry.written) command.writes(buffer);
      memory.push_back(buffer.memory.get());
    }
    memory.resize(1 + copy_buffers, nothing_.get());
    const std::array<std::int64_t, 2> numbers{table.entries, by_rows_ ? table.rows : table.words};
    const std::int64_t per_item = by_rows_ ? copy_rows_per_item : 1;
    launch_shared(copy_, memory, numbers, (numbers[1] + per_item - 1) / per_item, command);
  }
}

const QueuedDevice::CopyPlan& QueuedDevice::strip_plan(std::span<const Strip> strips, bool pack, std::size_t bytes) {
  key_ = {pack ? 1 : 2};
  for (const Strip& strip : strips) {
    append_to_key(strip.slot);
    append(key_, strip.box);
    append(key_, strip.stride);
    key_.push_back(static_cast<long>(strip.offset));
  }
  return plan(strips, [&](std::vector<CopyEntry>& entries, std::vector<Slot>& slots, const Strip& strip) {
    const SlotMemory& memory = at(strip.slot);
    NOPAL_ASSERT(strip.box.empty() ||
                 strip.offset + static_cast<std::size_t>(strip.points()) * memory.element_size <= bytes);
    add_entries(entries, number_of(slots, strip.slot), staging_number, strip, memory.layout, memory.element_size, pack);
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
  queues_->wait(read(outgoing_, 0, host, bytes));
}

Ticket QueuedDevice::unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) {
  if (bytes == 0) return 0;
  DeviceBuffer& staging = incoming_[next_incoming_];
  next_incoming_ = 1 - next_incoming_;
  reserve(staging, bytes, strips);
  const CopyPlan& plan = strip_plan(strips, false, bytes);
  const QueueEvent event = write(staging, 0, host, bytes);
  run_plan(plan, &staging);
  return issue(event, Queue::to_device);
}

void QueuedDevice::copy_boxes(std::span<const BoxCopy> copies) {
  key_ = {3};
  for (const BoxCopy& copy : copies) {
    append_to_key(copy.from);
    append_to_key(copy.to);
    append(key_, copy.box);
    append(key_, copy.shift);
  }
  run_plan(plan(copies,
                [&](std::vector<CopyEntry>& entries, std::vector<Slot>& slots, const BoxCopy& copy) {
                  const std::size_t size = at(copy.to).element_size;
                  NOPAL_ASSERT(at(copy.from).element_size == size);
                  const CopySide from = side(slots, copy.from, copy.box.shifted(copy.shift));
                  entries.push_back({from, side(slots, copy.to, copy.box), words_of(copy.box, size)});
                }),
           nullptr);
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
    append_to_key(part.slot);
    append(key_, part.box);
  }
  if (longest <= 0) return;
  DeviceBuffer& row = row_of(word, longest);
  // Every row of a box is a copy of the same row.
  run_plan(plan(boxes,
                [&](std::vector<CopyEntry>& entries, std::vector<Slot>& slots, const SlotBox& part) {
                  entries.push_back({{staging_number, 0, 0, 0},
                                     side(slots, part.slot, part.box),
                                     words_of(part.box, at(part.slot).element_size)});
                }),
           &row);
}

} // namespace nopal
