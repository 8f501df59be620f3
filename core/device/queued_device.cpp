#include "core/device/queued_device.hpp"

#include "core/base/assert.hpp"
#include "core/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace nopal {

QueuedDevice::QueuedDevice(std::unique_ptr<DeviceQueues> queues, bool checked)
    : queues_(std::move(queues)), by_rows_(queues_->by_rows()), checked_(checked) {
  nothing_ = DeviceMemory(queues_->allocate(64, "an unused argument of kernels"), {queues_.get()});
  copy_ = compile_shared(copy_kernel, by_rows_ ? "nopal_copy_rows" : "nopal_copy_words", "copies of boxes",
                         1 + copy_buffers, 2);
}

QueuedDevice::~QueuedDevice() {
  try {
    queues_->finish();
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): a destructor cannot report it
  }
}

QueuedDevice::SlotMemory& QueuedDevice::at(Slot slot) {
  const auto found = variables_.find({slot.variable, slot.part});
  NOPAL_ASSERT(found != variables_.end() && slot.timelevel >= 0);
  NOPAL_ASSERT(slot.timelevel < static_cast<int>(found->second.size()) && found->second[slot.timelevel].buffer.memory);
  return found->second[slot.timelevel];
}

void QueuedDevice::create_variables(std::span<const SlotStorage> slots) {
  for (const SlotStorage& storage : slots) {
    std::vector<SlotMemory>& timelevels = variables_[{storage.slot.variable, storage.slot.part}];
    names_[storage.slot.variable] = storage.variable;
    if (static_cast<int>(timelevels.size()) <= storage.slot.timelevel) timelevels.resize(storage.slot.timelevel + 1);
    SlotMemory& memory = timelevels[storage.slot.timelevel];
    NOPAL_ASSERT(!memory.buffer.memory);
    const std::size_t bytes = static_cast<std::size_t>(storage.layout.size) * storage.element_size;
    const std::string what = fmt::format("{}@{} (points {}, {} bytes each)", storage.variable, storage.slot.timelevel,
                                         storage.layout.box.text(), storage.element_size);
    // An empty slot needs an address, too.
    memory.buffer.memory = DeviceMemory(queues_->allocate(std::max<std::size_t>(bytes, 8), what), {queues_.get()});
    memory.buffer.bytes = bytes;
    memory.layout = storage.layout;
    memory.element_size = storage.element_size;
  }
}

void QueuedDevice::destroy_variables(std::span<const Slot> slots) {
  for (const Slot slot : slots) at(slot) = {};
}

void QueuedDevice::cycle_timelevels(std::span<const int> variables) {
  for (const int variable : variables) {
    auto part = variables_.find({variable, 0});
    NOPAL_ASSERT(part != variables_.end());
    for (; part != variables_.end() && part->first.first == variable; ++part) {
      std::vector<SlotMemory>& timelevels = part->second;
      // Timelevel l becomes l+1: the last element comes to the front. Events move with the memory.
      std::rotate(timelevels.begin(), timelevels.end() - 1, timelevels.end());
    }
  }
}

QueueEvent QueuedDevice::write(DeviceBuffer& buffer, std::size_t offset, const std::byte* host, std::size_t bytes) {
  Command command(*queues_, Queue::to_device);
  command.writes(buffer);
  QueueEvent event = queues_->write(buffer.memory.get(), offset, host, bytes, command.after());
  command.done(event);
  return event;
}

QueueEvent QueuedDevice::read(DeviceBuffer& buffer, std::size_t offset, std::byte* host, std::size_t bytes) {
  Command command(*queues_, Queue::to_host);
  command.reads(buffer);
  QueueEvent event = queues_->read(buffer.memory.get(), offset, host, bytes, command.after());
  command.done(event);
  return event;
}

QueueEvent QueuedDevice::copy_pieces(std::span<const Piece> pieces, Queue queue) {
  QueueEvent last;
  for (const Piece& piece : pieces) {
    SlotMemory& memory = at(piece.slot);
    NOPAL_ASSERT(piece.first >= 0 && piece.count >= 0 && piece.first + piece.count <= memory.layout.size);
    if (piece.count == 0) continue;
    const std::size_t offset = static_cast<std::size_t>(piece.first) * memory.element_size;
    const std::size_t bytes = static_cast<std::size_t>(piece.count) * memory.element_size;
    last = queue == Queue::to_device ? write(memory.buffer, offset, piece.host + offset, bytes)
                                     : read(memory.buffer, offset, piece.host + offset, bytes);
  }
  return last;
}

Transferred QueuedDevice::copy_to_device(std::span<const Piece> pieces, Ticket& ticket) {
  const QueueEvent event = copy_pieces(pieces, Queue::to_device);
  ticket = event ? issue(event, Queue::to_device) : 0;
  return Transferred::copied;
}

Transferred QueuedDevice::copy_to_host(std::span<const Piece> pieces) {
  queues_->wait(copy_pieces(pieces, Queue::to_host));
  return Transferred::copied;
}

Ticket QueuedDevice::send_to_host(std::span<const Piece> pieces) {
  const QueueEvent event = copy_pieces(pieces, Queue::to_host);
  return event ? issue(event, Queue::to_host) : 0;
}

void QueuedDevice::move_windows(std::span<const SlotStorage> slots) {
  for (const SlotStorage& storage : slots) {
    SlotMemory& memory = at(storage.slot);
    NOPAL_ASSERT(static_cast<std::size_t>(storage.layout.size) * memory.element_size <= memory.buffer.bytes);
    memory.layout = storage.layout;
  }
}

std::shared_ptr<void> QueuedDevice::pin(std::byte* memory, std::size_t bytes) {
  if (!queues_->pin(memory, bytes)) return nullptr;
  return {memory, [this](void* pinned) { queues_->unpin(static_cast<std::byte*>(pinned)); }};
}

Ticket QueuedDevice::issue(const QueueEvent& event, Queue queue) {
  tickets_.push_back({++last_ticket_, event, queue});
  return last_ticket_;
}

// The last copy of a queue stands for all earlier ones of the same queue.
void QueuedDevice::wait(Ticket ticket) {
  NOPAL_ASSERT(ticket <= last_ticket_);
  std::array<QueueEvent, n_queues> last;
  while (!tickets_.empty() && tickets_.front().number <= ticket) {
    last[static_cast<std::size_t>(tickets_.front().queue)] = std::move(tickets_.front().event);
    tickets_.pop_front();
  }
  for (const QueueEvent& event : last)
    if (event) queues_->wait(event);
}

void QueuedDevice::finish() {
  queues_->finish();
  tickets_.clear();
}

void* QueuedDevice::pointer(Slot slot) {
  DeviceBuffer& buffer = at(slot).buffer;
  Command command(*queues_, Queue::kernels);
  command.writes(buffer);
  if (!command.after().empty()) command.done(queues_->marker(Queue::kernels, command.after()));
  buffer.handed_out = true;
  return buffer.memory.get();
}

std::byte* QueuedDevice::allocate_staging(std::size_t bytes) {
  std::byte* memory = queues_->allocate_staging(bytes);
  if (memory == nullptr) return Device::allocate_staging(bytes);
  staging_.insert(memory);
  return memory;
}

void QueuedDevice::free_staging(std::byte* memory) noexcept {
  if (staging_.erase(memory) > 0)
    queues_->free_staging(memory);
  else
    Device::free_staging(memory);
}

QueuedDevice::SharedFunction QueuedDevice::compile_shared(const char* text, const char* entry, const char* label,
                                                          std::size_t n_buffers, std::size_t n_numbers) {
  SharedFunction shared;
  const auto prepare = [&](int function) {
    shared = {function, by_rows_ ? 1 : std::min(default_threads, queues_->largest_group(function))};
  };
  const std::string source = (by_rows_ ? rows_only : "") + std::string(queues_->dialect()) + text;
  prepare(queues_->compile({source, entry, label}, [&](int function) {
    prepare(function);
    // The numbers of entries and points are 0, so this launch computes nothing.
    const std::vector<void*> buffers(n_buffers, nothing_.get());
    const std::vector<std::int64_t> numbers(n_numbers);
    Command command(*queues_, Queue::kernels);
    launch_shared(shared, buffers, numbers, 1, command);
    queues_->finish();
  }));
  return shared;
}

void QueuedDevice::launch_shared(const SharedFunction& shared, std::span<void* const> buffers,
                                 std::span<const std::int64_t> numbers, std::int64_t items, Command& command) {
  std::vector<LaunchArgument> arguments;
  for (void* const& buffer : buffers) arguments.push_back({&buffer, sizeof buffer});
  for (const std::int64_t& number : numbers) arguments.push_back({&number, sizeof number});
  LaunchShape shape;
  shape.local[0] = static_cast<std::size_t>(shared.group);
  shape.groups[0] = static_cast<std::size_t>((items + shared.group - 1) / shared.group);
  command.done(queues_->launch(shared.function, shape, arguments, command.after()));
}

DeviceMemory QueuedDevice::upload(std::span<const std::byte> bytes, const std::string& what) {
  DeviceMemory memory(queues_->allocate(bytes.size(), what), {queues_.get()});
  queues_->mark(0); // the copy of a table belongs to no mark
  queues_->wait(queues_->write(memory.get(), 0, bytes.data(), bytes.size(), {}));
  queues_->mark(mark_);
  return memory;
}

} // namespace nopal
