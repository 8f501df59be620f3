#include "core/accelerator/exchange_buffers.hpp"

#include "core/grid/pack.hpp"

#include <algorithm>
#include <cstring>

namespace nopal {

namespace {

/// A strip in a message as a layout: dense, i fastest.
Layout dense_layout(const Box& box) {
  Layout layout;
  layout.box = box;
  layout.stride = {1, box.extent(0), box.extent(0) * box.extent(1)};
  layout.size = box.points();
  return layout;
}

/// Where interior and boundary are valid at no common place, ghosts are filled on the host, and so points of
/// this rank's own may have to come from the device to get there: images then travel like a message to itself.
bool images_travel(const SyncOrder& order) {
  return order.unpacks_at(host_place) && (order.interior_at != host_place || order.boundary_at != host_place);
}

} // namespace

void ExchangeBuffers::add_part(Place place, const Part& part) {
  if (part.part.empty()) return;
  (place == host_place ? host_parts_ : device_parts_).push_back(part);
}

std::size_t ExchangeBuffers::add_strips(const std::vector<SyncOrder>& orders, const std::vector<GhostStrip>& strips,
                                        bool images, std::size_t offset) {
  for (std::size_t n = 0; n < orders.size(); ++n) {
    const SyncOrder& order = orders[n];
    if (images && !images_travel(order)) continue;
    const int v = order.slot.variable;
    for (const GhostStrip& ghosts : strips) {
      const Box strip = ghosts.source();
      if (order.interior_at == order.boundary_at) {
        add_part(order.interior_at, {n, order.slot, strip, strip, offset});
      } else {
        const Box& interior = stores_.geometry(v).interior();
        add_part(order.interior_at, {n, order.slot, intersection(strip, interior), strip, offset});
        for (const Box& box : difference(strip, interior))
          add_part(order.boundary_at, {n, order.slot, box, strip, offset});
      }
      offset += static_cast<std::size_t>(strip.points()) * stores_.element_size(v);
    }
  }
  return offset;
}

const SyncBuffers& ExchangeBuffers::pack(const std::vector<SyncOrder>& orders) {
  buffers_.messages.clear();
  host_parts_.clear();
  device_parts_.clear();
  strip_bytes_.assign(orders.size(), {});
  std::size_t bytes_a_point = 0;
  for (const SyncOrder& order : orders) bytes_a_point += stores_.element_size(order.slot.variable);
  std::size_t send_bytes = 0, receive_bytes = 0;
  for (const Neighbour& neighbour : plan_.neighbours) {
    SyncBuffers::Message message;
    message.rank = neighbour.rank;
    message.receive_bytes = static_cast<std::size_t>(neighbour.receive_points) * bytes_a_point;
    const std::size_t end = add_strips(orders, neighbour.send, false, send_bytes);
    message.send_bytes = end - send_bytes;
    send_bytes = end;
    receive_bytes += message.receive_bytes;
    if (!orders.empty()) buffers_.messages.push_back(message);
  }
  images_offset_ = send_bytes;
  send_bytes = add_strips(orders, plan_.images, true, send_bytes);

  if (stores_.hold_data()) place_messages(send_bytes, receive_bytes);
  if (!device_parts_.empty()) pack_on_device(send_data_, send_bytes);
  if (stores_.hold_data())
    for (const Part& part : host_parts_) pack_on_host(part, send_data_);
  return buffers_;
}

void ExchangeBuffers::place_messages(std::size_t send_bytes, std::size_t receive_bytes) {
  send_data_ = send_.acquire(send_bytes);
  received_ = &receive_.next();
  receive_data_ = received_->acquire(receive_bytes);
  const std::byte* send = send_data_;
  std::byte* receive = receive_data_;
  for (SyncBuffers::Message& message : buffers_.messages) {
    message.send = send;
    message.receive = receive;
    send += message.send_bytes;
    receive += message.receive_bytes;
  }
}

void ExchangeBuffers::pack_on_device(std::byte* message, std::size_t bytes) {
  strips_.clear();
  std::size_t dense = 0;
  for (const Part& part : device_parts_) {
    const std::size_t size = static_cast<std::size_t>(part.part.points()) * stores_.element_size(part.slot.variable);
    strips_.push_back({part.slot, part.part, dense});
    strip_bytes_[part.order].to_host += static_cast<std::int64_t>(size);
    dense += size;
  }
  transfers_.count(&Counters::to_host, static_cast<std::int64_t>(dense), static_cast<std::int64_t>(dense));
  if (!stores_.hold_data()) return;
  // Where the device packs everything, its buffer is the message.
  const bool all = host_parts_.empty() &&
                   std::all_of(device_parts_.begin(), device_parts_.end(), [](auto& p) { return p.part == p.strip; });
  std::byte* buffer = all ? message : download_.acquire(dense);
  stores_.device()->pack_to_host(strips_, buffer, all ? bytes : dense);
  if (all) return;
  for (std::size_t i = 0; i < strips_.size(); ++i) scatter(device_parts_[i], buffer + strips_[i].offset, message);
}

void ExchangeBuffers::scatter(const Part& part, const std::byte* dense, std::byte* message) {
  const std::size_t size = stores_.element_size(part.slot.variable);
  unpack_box(message + part.offset, dense_layout(part.strip), size, part.part, dense);
}

void ExchangeBuffers::pack_on_host(const Part& part, std::byte* message) {
  const std::size_t size = stores_.element_size(part.slot.variable);
  const Layout& layout = stores_.geometry(part.slot.variable).layout();
  if (part.part == part.strip) {
    pack_box(stores_.host(part.slot), layout, size, part.part, message + part.offset);
    return;
  }
  std::vector<std::byte> dense(static_cast<std::size_t>(part.part.points()) * size);
  pack_box(stores_.host(part.slot), layout, size, part.part, dense.data());
  scatter(part, dense.data(), message);
}

void ExchangeBuffers::unpack(const std::vector<SyncOrder>& orders) {
  strips_.clear();
  copies_.clear();
  pieces_.clear();
  const bool has_ghosts = !plan_.neighbours.empty() || !plan_.images.empty();
  for (const SyncOrder& order : orders) {
    if (has_ghosts && order.unpacks_at(host_place)) stores_.await_host(order.slot);
    if (order.unpacks_at(device_place)) stores_.create_on_device(order.slot.variable);
  }
  std::size_t offset = 0;
  for (const Neighbour& neighbour : plan_.neighbours)
    for (std::size_t n = 0; n < orders.size(); ++n)
      for (const GhostStrip& strip : neighbour.receive)
        offset += unpack_strip(orders[n], strip_bytes_[n], strip.ghosts, offset);
  if (!strips_.empty()) unpack_on_device(orders);
  if (!stores_.hold_data()) return;
  for (const SyncOrder& order : orders) unpack_images(order);
  if (!copies_.empty()) stores_.device()->copy_boxes(copies_);
}

std::size_t ExchangeBuffers::unpack_strip(const SyncOrder& order, StripBytes& count, const Box& ghosts,
                                          std::size_t offset) {
  const int v = order.slot.variable;
  const std::size_t size = stores_.element_size(v);
  const std::size_t bytes = static_cast<std::size_t>(ghosts.points()) * size;
  if (order.unpacks_at(host_place) && stores_.hold_data())
    unpack_box(stores_.host(order.slot), stores_.geometry(v).layout(), size, ghosts, receive_data_ + offset);
  if (order.unpacks_at(device_place)) {
    const std::size_t dense = pieces_.empty() ? 0 : strips_.back().offset + pieces_.back().bytes;
    strips_.push_back({order.slot, ghosts, dense});
    pieces_.push_back({offset, bytes});
    count.to_device += static_cast<std::int64_t>(bytes);
  }
  return bytes;
}

void ExchangeBuffers::unpack_on_device(const std::vector<SyncOrder>& orders) {
  const std::size_t dense = strips_.back().offset + pieces_.back().bytes;
  transfers_.count(&Counters::to_device, static_cast<std::int64_t>(dense), static_cast<std::int64_t>(dense));
  if (!stores_.hold_data()) return;
  // Where everything goes to the device, the messages are its buffer.
  const bool all =
      std::all_of(orders.begin(), orders.end(), [](const SyncOrder& order) { return order.unpacks_at(device_place); });
  StagingBuffer& staging = all ? *received_ : upload_.next();
  std::byte* buffer = all ? receive_data_ : staging.acquire(dense);
  if (!all)
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      std::memcpy(buffer + strips_[i].offset, receive_data_ + pieces_[i].offset, pieces_[i].bytes);
  staging.protect(stores_.device()->unpack_from_host(strips_, buffer, dense));
}

void ExchangeBuffers::unpack_images(const SyncOrder& order) {
  const std::size_t size = stores_.element_size(order.slot.variable);
  const Layout& layout = stores_.geometry(order.slot.variable).layout();
  for (const GhostStrip& strip : plan_.images) {
    if (order.unpacks_at(device_place)) copies_.push_back({order.slot, order.slot, strip.ghosts, strip.shift});
    if (!order.unpacks_at(host_place)) continue;
    std::byte* slot = stores_.host(order.slot);
    if (images_travel(order)) {
      unpack_box(slot, layout, size, strip.ghosts, send_data_ + images_offset_);
      images_offset_ += static_cast<std::size_t>(strip.ghosts.points()) * size;
    } else {
      copy_box(slot, slot, layout, size, strip.ghosts, strip.shift);
    }
  }
}

} // namespace nopal
