#include "device.hpp"

#include <cstring>

namespace nopal::checked {

void CheckedDevice::enter(const std::string& function) {
  const long call = ++calls_[function];
  const auto fault = options_.faults.find(function);
  if (fault != options_.faults.end() && fault->second == call)
    throw Error("device checked: injected fault in call " + std::to_string(call) + " of " + function +
                " (accelerator.device_options: fault:" + function + "=" + std::to_string(call) + ")");
}

Allocation& CheckedDevice::settled(Slot slot) {
  Allocation& allocation = memory_.at(slot);
  pending_.run_touching(allocation);
  return allocation;
}

Ticket CheckedDevice::add(PendingCopy copy) {
  copy.ticket = ++last_ticket_;
  pending_.add(std::move(copy));
  if (!options_.async) pending_.run_until(last_ticket_);
  return last_ticket_;
}

void CheckedDevice::create_variables(std::span<const SlotStorage> slots) {
  enter("create_variables");
  for (const SlotStorage& slot : slots) memory_.create(slot);
}

void CheckedDevice::destroy_variables(std::span<const Slot> slots) {
  enter("destroy_variables");
  for (const Slot slot : slots) {
    settled(slot);
    memory_.destroy(slot);
  }
}

void CheckedDevice::cycle_timelevels(std::span<const int> variables) {
  enter("cycle_timelevels");
  for (const int variable : variables) memory_.cycle(variable);
}

void CheckedDevice::copy_boxes(std::span<const BoxCopy> copies) {
  enter("copy_boxes");
  for (const BoxCopy& copy : copies) {
    const Allocation& from = settled(copy.from);
    Allocation& to = settled(copy.to);
    check(to, copy.to, copy.box);
    check(from, copy.from, copy.box.shifted(copy.shift));
    copy_box({from.data, from.layout}, {to.data, to.layout}, to.element_size, copy.box, copy.shift);
  }
}

Transferred CheckedDevice::copy_to_device(std::span<const Piece> pieces, Ticket& ticket) {
  enter("copy_to_device");
  PendingCopy copy;
  std::vector<std::function<void()>> steps;
  for (const Piece& piece : pieces) {
    Allocation& allocation = memory_.at(piece.slot);
    check(allocation, piece);
    const std::size_t size = allocation.element_size;
    std::byte* host = piece.host + static_cast<std::size_t>(piece.first) * size;
    std::byte* device = allocation.data + static_cast<std::size_t>(piece.first) * size;
    const std::size_t bytes = static_cast<std::size_t>(piece.count) * size;
    copy.sources.push_back({host, {host, host + bytes}, text(piece.slot)});
    copy.touched.push_back(&allocation);
    steps.emplace_back([this, host, device, bytes] {
      std::memcpy(device, host, bytes);
      if (options_.moves) fill_with_poison(host, bytes);
    });
  }
  copy.run = [steps = std::move(steps)] {
    for (const auto& step : steps) step();
  };
  ticket = add(std::move(copy));
  return options_.moves ? Transferred::moved : Transferred::copied;
}

Transferred CheckedDevice::copy_to_host(std::span<const Piece> pieces) {
  enter("copy_to_host");
  for (const Piece& piece : pieces) {
    Allocation& allocation = settled(piece.slot);
    check(allocation, piece);
    const std::size_t first = static_cast<std::size_t>(piece.first) * allocation.element_size;
    const std::size_t bytes = static_cast<std::size_t>(piece.count) * allocation.element_size;
    std::memcpy(piece.host + first, allocation.data + first, bytes);
    if (options_.moves) fill_with_poison(allocation.data + first, bytes);
  }
  return options_.moves ? Transferred::moved : Transferred::copied;
}

Ticket CheckedDevice::send_to_host(std::span<const Piece> pieces) {
  enter("send_to_host");
  PendingCopy copy;
  std::vector<std::function<void()>> steps;
  for (const Piece& piece : pieces) {
    const Allocation& allocation = settled(piece.slot);
    check(allocation, piece);
    const std::size_t first = static_cast<std::size_t>(piece.first) * allocation.element_size;
    const std::size_t bytes = static_cast<std::size_t>(piece.count) * allocation.element_size;
    copy.touched.push_back(&allocation);
    steps.emplace_back(
        [to = piece.host + first, from = allocation.data + first, bytes] { std::memcpy(to, from, bytes); });
  }
  copy.run = [steps = std::move(steps)] {
    for (const auto& step : steps) step();
  };
  return add(std::move(copy));
}

void CheckedDevice::move_windows(std::span<const SlotStorage> slots) {
  enter("move_windows");
  for (const SlotStorage& storage : slots) {
    Allocation& allocation = settled(storage.slot);
    const std::size_t bytes = static_cast<std::size_t>(storage.layout.size) * allocation.element_size;
    if (bytes > allocation.capacity)
      throw Error("device checked: a window of " + text(storage.slot) + " needs " + std::to_string(bytes) +
                  " bytes, but its storage has " + std::to_string(allocation.capacity));
    allocation.layout = storage.layout;
  }
}

void CheckedDevice::pack_to_host(std::span<const Strip> strips, std::byte* host, std::size_t bytes) {
  enter("pack_to_host");
  for (const Strip& strip : strips) {
    const Allocation& allocation = settled(strip.slot);
    check(allocation, strip, bytes);
    pack_box(allocation.data, allocation.layout, allocation.element_size, strip.box, host + strip.offset, strip.stride);
  }
}

Ticket CheckedDevice::unpack_from_host(std::span<const Strip> strips, const std::byte* host, std::size_t bytes) {
  enter("unpack_from_host");
  PendingCopy copy;
  copy.sources.push_back({host, {host, host + bytes}, "a staging buffer"});
  std::vector<std::pair<Allocation*, Strip>> targets;
  for (const Strip& strip : strips) {
    Allocation& allocation = memory_.at(strip.slot);
    check(allocation, strip, bytes);
    copy.touched.push_back(&allocation);
    targets.emplace_back(&allocation, strip);
  }
  copy.run = [targets = std::move(targets), host] {
    for (const auto& [allocation, strip] : targets)
      unpack_box(allocation->data, allocation->layout, allocation->element_size, strip.box, host + strip.offset,
                 strip.stride);
  };
  return add(std::move(copy));
}

Moments CheckedDevice::reduce(const SlotBox& points, Type type, const MomentsWanted& wanted) {
  enter("reduce");
  const Allocation& allocation = settled(points.slot);
  check(allocation, points.slot, points.box);
  if (type == Type::complex || allocation.element_size != size_of(type))
    throw Error("device checked: a reduction of " + text(points.slot) + " uses a wrong type: each element has " +
                std::to_string(allocation.element_size) + " bytes");
  return moments(allocation.data, allocation.layout, type, points.box, wanted);
}

int CheckedDevice::load_kernel(const Kernel& kernel, const BlockShape& /*shape*/) {
  enter("load_kernel");
  for (std::size_t i = 0; i < kernels_.size(); ++i)
    if (kernels_[i] == &kernel) return static_cast<int>(i);
  kernels_.push_back(&kernel);
  return static_cast<int>(kernels_.size()) - 1;
}

void CheckedDevice::launch(const DeviceLaunch& launch) {
  enter("launch");
  if (launch.kernel < 0 || launch.kernel >= static_cast<int>(kernels_.size()))
    throw Error("device checked: kernel " + std::to_string(launch.kernel) + " is launched, but it was not loaded");
  const Kernel& kernel = *kernels_[launch.kernel];
  std::vector<HostField> fields;
  for (const Slot slot : launch.fields) {
    const Allocation& allocation = settled(slot);
    fields.push_back(host_field(allocation.data, allocation.layout));
  }
  HostLaunch host;
  host.fields = fields.data();
  host.reals = launch.reals.data();
  host.integers = launch.integers.data();
  host.grid = launch.grid;
  host.clock = launch.clock;
  host.boxes = launch.boxes.data();
  host.n_boxes = static_cast<long>(launch.boxes.size());
  host.backend = host_.get();
  if (const KernelBlocks* blocks = kernel.blocks)
    run_blocks(kernel, blocks->checked, host, launch.shape);
  else
    kernel.checked(host);
}

void CheckedDevice::wait(Ticket ticket) {
  enter("wait");
  if (ticket > last_ticket_)
    throw Error("device checked: nopal waits for ticket " + std::to_string(ticket) + ", but the last ticket is " +
                std::to_string(last_ticket_));
  pending_.run_until(ticket);
}

void CheckedDevice::finish() {
  enter("finish");
  pending_.run_until(last_ticket_);
}

void* CheckedDevice::pointer(Slot slot) {
  enter("pointer");
  return settled(slot).data;
}

void CheckedDevice::fill(std::span<const SlotBox> boxes, std::uint64_t word) {
  enter("fill");
  for (const SlotBox& part : boxes) {
    Allocation& allocation = settled(part.slot);
    check(allocation, part.slot, part.box);
    fill_box(allocation.data, allocation.layout, allocation.element_size, part.box, word);
  }
}

} // namespace nopal::checked
