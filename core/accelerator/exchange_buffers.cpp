#include "core/accelerator/exchange_buffers.hpp"

#include "core/base/assert.hpp"

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
  if (!sync.device_pieces.empty()) pack_on_device(sync);
  for (const StripPiece& piece : sync.host_pieces) pack_on_host(piece);
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

/// Adds the points to strips_. They lie densely in the buffer, from `offset` on. Returns the offset after them.
std::size_t ExchangeBuffers::add_strips(Slot slot, const IndexSet& points, std::size_t offset) {
  points.each_box([&](const Box& box) {
    strips_.push_back({slot, box, offset});
    offset += static_cast<std::size_t>(box.points()) * stores_.element_size(slot.variable);
  });
  return offset;
}

void ExchangeBuffers::pack_on_device(const SyncDecision& sync) {
  strips_.clear();
  std::size_t dense = 0;
  for (const StripPiece& piece : sync.device_pieces)
    dense = piece.box ? add_strips(piece.slot, *piece.box, dense) : add_strips(piece.slot, *piece.strip, dense);
  // If the device packs everything, it packs directly into the send buffer.
  const bool all = sync.host_pieces.empty() && std::all_of(sync.device_pieces.begin(), sync.device_pieces.end(),
                                                           [](const StripPiece& piece) { return !piece.box; });
  std::byte* buffer = all ? send_data_ : download_.acquire(dense);
  stores_.device()->pack_to_host(strips_, buffer, all ? sync.send_bytes : dense);
  if (all) return;
  for (const StripPiece& piece : sync.device_pieces) {
    scatter(piece, buffer);
    buffer += static_cast<std::size_t>(piece.points()) * stores_.element_size(piece.slot.variable);
  }
}

/// Copies the packed points of the piece to their place in the send buffer.
void ExchangeBuffers::scatter(const StripPiece& piece, const std::byte* dense) {
  const std::size_t size = stores_.element_size(piece.slot.variable);
  std::byte* strip = send_data_ + piece.offset;
  if (piece.box)
    unpack_box(strip, dense_layout(piece.strip->box()), size, *piece.box, dense);
  else
    std::memcpy(strip, dense, static_cast<std::size_t>(piece.points()) * size);
}

void ExchangeBuffers::pack_on_host(const StripPiece& piece) {
  const std::size_t size = stores_.element_size(piece.slot.variable);
  const Layout& layout = stores_.geometry(piece.slot).layout();
  if (!piece.box) return nopal::pack(stores_.host(piece.slot), layout, size, *piece.strip, send_data_ + piece.offset);
  std::vector<std::byte> dense(static_cast<std::size_t>(piece.points()) * size);
  pack_box(stores_.host(piece.slot), layout, size, *piece.box, dense.data());
  scatter(piece, dense.data());
}

void ExchangeBuffers::unpack(const SyncDecision& sync) {
  const bool has_ghosts = !sync.received.empty() || !sync.local.empty();
  for (const SyncOrder& order : sync.orders) {
    if (has_ghosts && order.unpacks_at(host_place)) stores_.await_host(order.slot);
    if (order.unpacks_at(device_place)) stores_.create_on_device(order.slot.variable);
  }
  for (const ReceivedStrip& strip : sync.received) unpack_on_host(sync.orders[strip.order], strip);
  if (sync.strips.to_device.transfers > 0) unpack_on_device(sync);
  copies_.clear();
  for (const LocalStrip& local : sync.local) unpack_local(sync.orders[local.order], local);
  if (!copies_.empty()) stores_.device()->copy_boxes(copies_);
}

void ExchangeBuffers::unpack_on_host(const SyncOrder& order, const ReceivedStrip& strip) {
  if (!order.unpacks_at(host_place)) return;
  nopal::unpack(stores_.host(strip.slot), stores_.geometry(strip.slot).layout(),
                stores_.element_size(strip.slot.variable), *strip.ghosts, receive_data_ + strip.offset);
}

void ExchangeBuffers::unpack_on_device(const SyncDecision& sync) {
  const auto dense = static_cast<std::size_t>(sync.strips.to_device.payload_bytes);
  // If everything goes to the device, it unpacks directly from the receive buffer.
  const bool all = dense == sync.receive_bytes;
  StagingBuffer& staging = all ? *received_ : upload_.next();
  std::byte* buffer = all ? receive_data_ : staging.acquire(dense);
  strips_.clear();
  std::size_t offset = 0;
  for (const ReceivedStrip& strip : sync.received) {
    if (!sync.orders[strip.order].unpacks_at(device_place)) continue;
    if (!all) std::memcpy(buffer + offset, receive_data_ + strip.offset, strip.bytes);
    offset = add_strips(strip.slot, *strip.ghosts, offset);
  }
  staging.protect(stores_.device()->unpack_from_host(strips_, buffer, dense));
}

void ExchangeBuffers::unpack_local(const SyncOrder& order, const LocalStrip& local) {
  const GhostStrip& strip = *local.strip;
  Slot from = order.slot, to = order.slot;
  from.part = strip.source_part;
  to.part = strip.part;
  if (order.unpacks_at(device_place)) {
    NOPAL_ASSERT(strip.ghosts.is_box() && strip.source.is_box());
    copies_.push_back({from, to, strip.ghosts.box(), strip.shift()});
  }
  if (!order.unpacks_at(host_place)) return;
  const std::size_t size = stores_.element_size(to.variable);
  const SlotData<std::byte> ghosts{stores_.host(to), stores_.geometry(to).layout()};
  if (local.travels)
    nopal::unpack(ghosts.data, ghosts.layout, size, strip.ghosts, send_data_ + local.offset);
  else
    copy({stores_.host(from), stores_.geometry(from).layout()}, strip.source, ghosts, strip.ghosts, size);
}

} // namespace nopal
