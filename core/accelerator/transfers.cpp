#include "core/accelerator/transfers.hpp"

#include "core/base/error.hpp"
#include "core/grid/pack.hpp"

namespace nopal {

void Transfers::count(TransferCount Counters::*direction, std::int64_t payload, std::int64_t moved) {
  TransferCount& count = counters_.*direction;
  ++count.transfers;
  count.payload_bytes += payload;
  count.moved_bytes += moved;
}

bool Transfers::travels_as_piece(const CopyOrder& order, const RegionShape& shape) const {
  if (!shape.piece_pays) return false;
  for (const Region other : base_regions)
    if (any(other & shape.others) && validity_.valid(order.slot, other, order.to) &&
        !validity_.valid(order.slot, other, order.from))
      return false;
  return true;
}

void Transfers::execute(const std::vector<CopyOrder>& orders) {
  records_.clear();
  if (orders.empty()) return;
  to_device_.clear(); // of what is left where a copy has failed
  to_host_.clear();
  for (const CopyOrder& order : orders) {
    if (order.kind == TransferKind::reduce) {
      copy_pieces(); // what is reduced may be among them
      records_.push_back(reduce(order));
      continue;
    }
    const int v = order.slot.variable;
    const Geometry& geometry = stores_.geometry(v);
    const RegionShape& shape = geometry.shape(order.region);
    const auto size = static_cast<std::int64_t>(stores_.element_size(v));
    const bool up = order.to != host_place;
    if (up) stores_.create_on_device(v);
    TransferRecord record{order, shape.points * size, 0};
    if (order.kind == TransferKind::move) {
      // The whole allocation changes hands, even where this rank has no point of the regions.
      add_piece(order, 0, geometry.layout().size);
      record.moved_bytes = geometry.layout().size * size;
    } else if (shape.points == 0) {
      records_.push_back(record);
      continue;
    } else if (travels_as_piece(order, shape)) {
      add_piece(order, shape.first, shape.count);
      record.moved_bytes = shape.count * size;
    } else {
      if (stores_.hold_data()) copy_packed(order, shape);
      record.moved_bytes = record.payload_bytes;
    }
    count(up ? &Counters::to_device : &Counters::to_host, record.payload_bytes, record.moved_bytes);
    records_.push_back(record);
  }
  if (!stores_.hold_data()) return;
  copy_pieces();
  if (stores_.spoils())
    for (const CopyOrder& order : orders)
      if (order.kind == TransferKind::copy)
        spoil_covered(order, stores_.geometry(order.slot.variable).shape(order.region));
}

TransferRecord Transfers::reduce(const CopyOrder& order) {
  constexpr auto bytes = static_cast<std::int64_t>(reduced_bytes);
  count(&Counters::to_host, bytes, bytes);
  if (stores_.hold_data()) {
    const Type type = stores_.variables().group_of(order.slot.variable).type;
    const SlotBox points{order.slot, stores_.owned()};
    moments_.push_back({order.slot, stores_.device()->reduce(points, type, order.moments), order.moments});
  }
  return {order, bytes, bytes};
}

std::optional<DeviceMoments> Transfers::moments(Slot slot) const {
  for (const Reduced& reduced : moments_)
    if (reduced.slot == slot) return DeviceMoments{&reduced.moments, reduced.known};
  return std::nullopt;
}

void Transfers::add_piece(const CopyOrder& order, long first, long count) {
  if (!stores_.hold_data()) return;
  (order.to != host_place ? to_device_ : to_host_).push_back({order.slot, stores_.host(order.slot), first, count});
}

void Transfers::copy_pieces() {
  Device* device = stores_.device();
  const auto check = [&](Transferred done) {
    const Transferred expected = device->moves() ? Transferred::moved : Transferred::copied;
    if (done != expected)
      throw Error("device plugin: a transfer was reported as " +
                  std::string(done == Transferred::moved ? "moved" : "copied") + ", but the device says that it " +
                  (device->moves() ? "moves" : "copies") + "; mend Device::moves() or the copy function");
  };
  if (!to_device_.empty()) {
    Ticket ticket = 0;
    check(device->copy_to_device(to_device_, ticket));
    for (const Piece& piece : to_device_) stores_.protect(piece.slot, ticket);
  }
  if (!to_host_.empty()) check(device->copy_to_host(to_host_));
  to_device_.clear();
  to_host_.clear();
}

void Transfers::copy_packed(const CopyOrder& order, const RegionShape& shape) {
  const std::size_t size = stores_.element_size(order.slot.variable);
  const Layout& layout = stores_.geometry(order.slot.variable).layout();
  const std::size_t bytes = static_cast<std::size_t>(shape.points) * size;
  strips_.clear();
  std::size_t offset = 0;
  for (const Box& box : shape.boxes) {
    strips_.push_back({order.slot, box, offset});
    offset += static_cast<std::size_t>(box.points()) * size;
  }
  std::byte* slot = stores_.host(order.slot);
  if (order.to == host_place) {
    std::byte* buffer = download_.acquire(bytes);
    // Blocks, and comes after every earlier copy of the slot: none reads the host's memory any more.
    stores_.device()->pack_to_host(strips_, buffer, bytes);
    for (const Strip& strip : strips_) unpack_box(slot, layout, size, strip.box, buffer + strip.offset);
  } else {
    StagingBuffer& staging = upload_.next();
    std::byte* buffer = staging.acquire(bytes);
    for (const Strip& strip : strips_) pack_box(slot, layout, size, strip.box, buffer + strip.offset);
    staging.protect(stores_.device()->unpack_from_host(strips_, buffer, bytes));
  }
}

void Transfers::spoil_covered(const CopyOrder& order, const RegionShape& shape) {
  const Region stale = shape.others - validity_.valid(order.slot, order.to);
  if (any(stale)) stores_.spoil(order.slot, stale, order.to, PoisonKind::invalid);
}

} // namespace nopal
