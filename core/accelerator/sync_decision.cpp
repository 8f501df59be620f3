#include "core/accelerator/sync_decision.hpp"

#include "core/base/assert.hpp"

namespace nopal {

namespace {

/// If interior and boundary are valid at no common place, ghosts are filled on the host. Then some of this rank's own
/// points may have to come from the device. So local strips pass through the send buffer, like a message to this rank.
bool local_strips_travel(const SyncOrder& order) {
  return order.unpacks_at(host_place) && (order.interior_at != host_place || order.boundary_at != host_place);
}

} // namespace

SyncPlanner::SyncPlanner(const Variables& variables, const Spaces& spaces) : variables_(variables), spaces_(spaces) {
  const std::size_t n = spaces.all().size();
  for (std::size_t space = 0; space < n; ++space)
    for (const Neighbour& neighbour : spaces.all()[space].exchange.neighbours) {
      std::vector<const Neighbour*>& by_space = neighbours_[neighbour.rank];
      by_space.resize(n, nullptr);
      by_space[space] = &neighbour;
    }
}

void SyncPlanner::decide(SyncDecision& sync) const {
  sync.messages.clear();
  sync.host_pieces.clear();
  sync.device_pieces.clear();
  sync.received.clear();
  sync.local.clear();
  sync.send_bytes = sync.receive_bytes = 0;
  for (const auto& [rank, by_space] : neighbours_) decide_message(sync, rank, by_space);
  decide_local(sync);
  count_strips(sync);
}

/// Adds the source of a strip to the send buffer.
void SyncPlanner::add_strip(SyncDecision& sync, std::size_t order, const GhostStrip& strip) const {
  const auto& [slot_of_parts, interior_at, boundary_at, unpack_at] = sync.orders[order];
  Slot slot = slot_of_parts;
  slot.part = strip.source_part;
  const auto add = [&](Place place, std::optional<Box> box) {
    if (box && *box == strip.source.box()) box.reset();
    if (!box || !box->empty())
      (place == host_place ? sync.host_pieces : sync.device_pieces)
          .push_back({order, slot, &strip.source, box, sync.send_bytes});
  };
  if (interior_at == boundary_at) {
    add(interior_at, {});
  } else {
    NOPAL_ASSERT(strip.source.is_box());
    const Box& interior = spaces_.part(slot).interior();
    add(interior_at, intersection(strip.source.box(), interior));
    for (const Box& box : difference(strip.source.box(), interior)) add(boundary_at, box);
  }
  sync.send_bytes += static_cast<std::size_t>(strip.source.points()) * variables_.element_size(slot.variable);
}

void SyncPlanner::decide_message(SyncDecision& sync, int rank, const std::vector<const Neighbour*>& by_space) const {
  MessageSize message{rank, sync.send_bytes, sync.receive_bytes};
  for (std::size_t n = 0; n < sync.orders.size(); ++n) {
    Slot slot = sync.orders[n].slot;
    const Neighbour* neighbour = by_space[static_cast<std::size_t>(spaces_.index(slot.variable))];
    if (neighbour == nullptr) continue;
    for (const GhostStrip& strip : neighbour->send) add_strip(sync, n, strip);
    for (const GhostStrip& strip : neighbour->receive) {
      slot.part = strip.part;
      const std::size_t bytes =
          static_cast<std::size_t>(strip.ghosts.points()) * variables_.element_size(slot.variable);
      sync.received.push_back({n, slot, &strip.ghosts, sync.receive_bytes, bytes});
      sync.receive_bytes += bytes;
    }
  }
  message.send_bytes = sync.send_bytes - message.send_bytes;
  message.receive_bytes = sync.receive_bytes - message.receive_bytes;
  if (message.send_bytes > 0 || message.receive_bytes > 0) sync.messages.push_back(message);
}

void SyncPlanner::decide_local(SyncDecision& sync) const {
  for (std::size_t n = 0; n < sync.orders.size(); ++n)
    for (const GhostStrip& strip : spaces_.of(sync.orders[n].slot.variable).exchange.local) {
      const bool travels = local_strips_travel(sync.orders[n]);
      sync.local.push_back({n, &strip, travels, sync.send_bytes});
      if (travels) add_strip(sync, n, strip);
    }
}

void SyncPlanner::count_strips(SyncDecision& sync) const {
  sync.strip_bytes.assign(sync.orders.size(), {});
  std::int64_t to_host = 0, to_device = 0;
  for (const StripPiece& piece : sync.device_pieces) {
    const auto bytes = piece.points() * static_cast<std::int64_t>(variables_.element_size(piece.slot.variable));
    sync.strip_bytes[piece.order].to_host += bytes;
    to_host += bytes;
  }
  for (const ReceivedStrip& strip : sync.received) {
    if (!sync.orders[strip.order].unpacks_at(device_place)) continue;
    sync.strip_bytes[strip.order].to_device += static_cast<std::int64_t>(strip.bytes);
    to_device += static_cast<std::int64_t>(strip.bytes);
  }
  sync.strips = {};
  if (to_device > 0) sync.strips.to_device = {1, to_device, to_device};
  if (to_host > 0) sync.strips.to_host = {1, to_host, to_host};
}

} // namespace nopal
