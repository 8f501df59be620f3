#include "core/accelerator/exchange_buffers.hpp"

#include "core/grid/pack.hpp"

#include <algorithm>
#include <cstring>

namespace nopal {

namespace {

/// The layout of a strip in a message: dense, i fastest.
Layout dense_layout(const Box& box) {
  Layout layout;
  layout.box = box;
  layout.stride = {1, box.extent(0), box.extent(0) * box.extent(1)};
  layout.size = box.points();
  return layout;
}

} // namespace

const SyncBuffers& ExchangeBuffers::pack(const SyncDecision& sync) {
  place_messages(sync);
  if (!sync.device_parts.empty()) pack_on_device(sync);
  for (const StripPart& part : sync.host_parts) pack_on_host(part);
  return buffers_;
}

void ExchangeBuffers::place_messages(const SyncDecision& sync) {
  send_data_ = send_.acquire(sync.send_bytes);
  received_ = &receive_.next();
  receive_data_ = received_->acquire(sync.receive_bytes);
  const std::byte* send = send_data_;
  std::byte* receive = receive_data_;
  buffers_.messages.clear();
  for (const MessageSize& message : sync.messages) {
    buffers_.messages.push_back({message.rank, send, receive, message.send_bytes, message.receive_bytes});
    send += message.send_bytes;
    receive += message.receive_bytes;
  }
}

void ExchangeBuffers::pack_on_device(const SyncDecision& sync) {
  strips_.clear();
  std::size_t dense = 0;
  for (const StripPart& part : sync.device_parts) {
    strips_.push_back({part.slot, part.part, dense});
    dense += static_cast<std::size_t>(part.part.points()) * stores_.element_size(part.slot.variable);
  }
  // If the device packs everything, it packs right into the send buffer.
  const bool all = sync.host_parts.empty() && std::all_of(sync.device_parts.begin(), sync.device_parts.end(),
                                                          [](auto& part) { return part.part == part.strip; });
  std::byte* buffer = all ? send_data_ : download_.acquire(dense);
  stores_.device()->pack_to_host(strips_, buffer, all ? sync.send_bytes : dense);
  if (all) return;
  for (std::size_t i = 0; i < strips_.size(); ++i) scatter(sync.device_parts[i], buffer + strips_[i].offset);
}

/// Puts a packed part of a strip in its place in the send buffer.
void ExchangeBuffers::scatter(const StripPart& part, const std::byte* dense) {
  const std::size_t size = stores_.element_size(part.slot.variable);
  unpack_box(send_data_ + part.offset, dense_layout(part.strip), size, part.part, dense);
}

void ExchangeBuffers::pack_on_host(const StripPart& part) {
  const std::size_t size = stores_.element_size(part.slot.variable);
  const Layout& layout = stores_.geometry(part.slot.variable).layout();
  if (part.part == part.strip) {
    pack_box(stores_.host(part.slot), layout, size, part.part, send_data_ + part.offset);
    return;
  }
  std::vector<std::byte> dense(static_cast<std::size_t>(part.part.points()) * size);
  pack_box(stores_.host(part.slot), layout, size, part.part, dense.data());
  scatter(part, dense.data());
}

void ExchangeBuffers::unpack(const SyncDecision& sync) {
  for (const SyncOrder& order : sync.orders) {
    if (sync.has_ghosts && order.unpacks_at(host_place)) stores_.await_host(order.slot);
    if (order.unpacks_at(device_place)) stores_.create_on_device(order.slot.variable);
  }
  for (const ReceivedStrip& strip : sync.received) unpack_on_host(sync.orders[strip.order], strip);
  if (sync.strips.to_device.transfers > 0) unpack_on_device(sync);
  copies_.clear();
  for (const ImageStrip& image : sync.images) unpack_image(sync.orders[image.order], image);
  if (!copies_.empty()) stores_.device()->copy_boxes(copies_);
}

void ExchangeBuffers::unpack_on_host(const SyncOrder& order, const ReceivedStrip& strip) {
  if (!order.unpacks_at(host_place)) return;
  const int v = order.slot.variable;
  unpack_box(stores_.host(order.slot), stores_.geometry(v).layout(), stores_.element_size(v), strip.ghosts,
             receive_data_ + strip.offset);
}

void ExchangeBuffers::unpack_on_device(const SyncDecision& sync) {
  const auto dense = static_cast<std::size_t>(sync.strips.to_device.payload_bytes);
  // If everything goes to the device, it unpacks right from the receive buffer.
  const bool all = dense == sync.receive_bytes;
  StagingBuffer& staging = all ? *received_ : upload_.next();
  std::byte* buffer = all ? receive_data_ : staging.acquire(dense);
  strips_.clear();
  std::size_t offset = 0;
  for (const ReceivedStrip& strip : sync.received) {
    const SyncOrder& order = sync.orders[strip.order];
    if (!order.unpacks_at(device_place)) continue;
    if (!all) std::memcpy(buffer + offset, receive_data_ + strip.offset, strip.bytes);
    strips_.push_back({order.slot, strip.ghosts, offset});
    offset += strip.bytes;
  }
  staging.protect(stores_.device()->unpack_from_host(strips_, buffer, dense));
}

void ExchangeBuffers::unpack_image(const SyncOrder& order, const ImageStrip& image) {
  const GhostStrip& strip = image.strip;
  if (order.unpacks_at(device_place)) copies_.push_back({order.slot, order.slot, strip.ghosts, strip.shift});
  if (!order.unpacks_at(host_place)) return;
  const std::size_t size = stores_.element_size(order.slot.variable);
  const Layout& layout = stores_.geometry(order.slot.variable).layout();
  std::byte* slot = stores_.host(order.slot);
  if (image.travels)
    unpack_box(slot, layout, size, strip.ghosts, send_data_ + image.offset);
  else
    copy_box(slot, slot, layout, size, strip.ghosts, strip.shift);
}

} // namespace nopal
