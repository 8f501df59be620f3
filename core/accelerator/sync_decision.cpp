#include "core/accelerator/sync_decision.hpp"

namespace nopal {

namespace {

/// If interior and boundary are valid at no common place, ghosts are filled on the host. Some of this rank's own points
/// may then have to come from the device: the images pass through the send buffer, like a message to this rank.
bool images_travel(const SyncOrder& order) {
  return order.unpacks_at(host_place) && (order.interior_at != host_place || order.boundary_at != host_place);
}

void add_part(SyncDecision& sync, Place place, const StripPart& part) {
  if (part.part.empty()) return;
  (place == host_place ? sync.host_parts : sync.device_parts).push_back(part);
}

std::size_t element_size(const Variables& variables, int variable) {
  return size_of(variables.group_of(variable).type);
}

void count(TransferCount& count, std::int64_t bytes) {
  if (bytes > 0) count = {1, bytes, bytes};
}

} // namespace

void SyncPlanner::decide(SyncDecision& sync) const {
  sync.messages.clear();
  sync.host_parts.clear();
  sync.device_parts.clear();
  sync.received.clear();
  sync.images.clear();
  sync.send_bytes = sync.receive_bytes = 0;
  sync.has_ghosts = !plan_.neighbours.empty() || !plan_.images.empty();
  if (!sync.orders.empty()) decide_messages(sync);
  decide_images(sync);
  count_strips(sync);
}

/// Adds the parts of a strip and returns the offset after it.
std::size_t SyncPlanner::add_strip(SyncDecision& sync, std::size_t order, const Box& strip, std::size_t offset) const {
  const auto& [slot, interior_at, boundary_at, unpack_at] = sync.orders[order];
  if (interior_at == boundary_at) {
    add_part(sync, interior_at, {order, slot, strip, strip, offset});
  } else {
    const Box& interior = spaces_.of(slot.variable).part().interior();
    add_part(sync, interior_at, {order, slot, intersection(strip, interior), strip, offset});
    for (const Box& box : difference(strip, interior)) add_part(sync, boundary_at, {order, slot, box, strip, offset});
  }
  return offset + static_cast<std::size_t>(strip.points()) * element_size(variables_, slot.variable);
}

void SyncPlanner::decide_messages(SyncDecision& sync) const {
  for (const Neighbour& neighbour : plan_.neighbours) {
    MessageSize message{neighbour.rank, sync.send_bytes, sync.receive_bytes};
    for (std::size_t n = 0; n < sync.orders.size(); ++n) {
      const std::size_t size = element_size(variables_, sync.orders[n].slot.variable);
      for (const GhostStrip& strip : neighbour.send)
        sync.send_bytes = add_strip(sync, n, strip.source(), sync.send_bytes);
      for (const GhostStrip& strip : neighbour.receive) {
        const std::size_t bytes = static_cast<std::size_t>(strip.ghosts.points()) * size;
        sync.received.push_back({n, strip.ghosts, sync.receive_bytes, bytes});
        sync.receive_bytes += bytes;
      }
    }
    message.send_bytes = sync.send_bytes - message.send_bytes;
    message.receive_bytes = sync.receive_bytes - message.receive_bytes;
    sync.messages.push_back(message);
  }
}

void SyncPlanner::decide_images(SyncDecision& sync) const {
  for (std::size_t n = 0; n < sync.orders.size(); ++n)
    for (const GhostStrip& strip : plan_.images) {
      const bool travels = images_travel(sync.orders[n]);
      sync.images.push_back({n, strip, travels, sync.send_bytes});
      if (travels) sync.send_bytes = add_strip(sync, n, strip.source(), sync.send_bytes);
    }
}

void SyncPlanner::count_strips(SyncDecision& sync) const {
  sync.strip_bytes.assign(sync.orders.size(), {});
  std::int64_t to_host = 0, to_device = 0;
  for (const StripPart& part : sync.device_parts) {
    const auto bytes = part.part.points() * static_cast<std::int64_t>(element_size(variables_, part.slot.variable));
    sync.strip_bytes[part.order].to_host += bytes;
    to_host += bytes;
  }
  for (const ReceivedStrip& strip : sync.received) {
    if (!sync.orders[strip.order].unpacks_at(device_place)) continue;
    sync.strip_bytes[strip.order].to_device += static_cast<std::int64_t>(strip.bytes);
    to_device += static_cast<std::int64_t>(strip.bytes);
  }
  sync.strips = {};
  count(sync.strips.to_device, to_device);
  count(sync.strips.to_host, to_host);
}

} // namespace nopal
