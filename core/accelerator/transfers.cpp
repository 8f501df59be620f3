#include "core/accelerator/transfers.hpp"

#include "core/base/error.hpp"
#include "core/grid/pack.hpp"

namespace nopal {

void Transfers::execute(const std::vector<Transfer>& transfers) {
  to_device_.clear(); // a call that threw an exception may have left pieces in them
  to_host_.clear();
  for (const Transfer& transfer : transfers) {
    const CopyOrder& order = transfer.order;
    const bool up = order.to != host_place;
    if (up) stores_.create_on_device(order.slot.variable);
    if (transfer.form == TransferForm::piece)
      (up ? to_device_ : to_host_).push_back({order.slot, stores_.host(order.slot), transfer.first, transfer.count});
    if (transfer.form == TransferForm::packed) copy_packed(transfer);
    if (transfer.form == TransferForm::reduction) reduce(order);
  }
  copy_pieces();
  if (!stores_.spoils()) return;
  for (const Transfer& transfer : transfers) {
    if (transfer.order.kind == TransferKind::copy) spoil_covered(transfer.order);
    if (transfer.order.kind == TransferKind::points && transfer.order.slot.part == 0) points_.push_back(transfer.order);
  }
}

void Transfers::reduce(const CopyOrder& order) {
  copy_pieces(); // the slot may be one of the pieces
  const Type type = stores_.variables().group_of(order.slot.variable).type;
  const SlotBox points{order.slot, stores_.geometry(order.slot).owned()};
  const Moments moments = points.box.empty() ? Moments{} : stores_.device()->reduce(points, type, order.moments);
  // The parts of a slot come one after another.
  if (order.slot.part == 0)
    moments_.push_back({order.slot, moments, order.moments});
  else
    moments_.back().moments.merge(moments, order.moments);
}

std::optional<DeviceMoments> Transfers::moments(Slot slot) const {
  for (const Reduced& reduced : moments_)
    if (reduced.slot == slot) return DeviceMoments{&reduced.moments, reduced.known};
  return std::nullopt;
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

void Transfers::copy_packed(const Transfer& transfer) {
  const CopyOrder& order = transfer.order;
  const std::size_t size = stores_.element_size(order.slot.variable);
  const Geometry& geometry = stores_.geometry(order.slot);
  const Layout& layout = geometry.layout();
  const auto bytes = static_cast<std::size_t>(transfer.payload_bytes);
  strips_.clear();
  std::size_t offset = 0;
  const auto add = [&](const Box& box, const Index& stride) {
    strips_.push_back({order.slot, box, offset, stride});
    offset += static_cast<std::size_t>(strips_.back().points()) * size;
  };
  const std::vector<Box>& boxes = geometry.shape(order.region).boxes;
  if (order.kind == TransferKind::points)
    for (const Selection& piece : pieces_in(*order.points, boxes)) add(piece.box(), piece.stride);
  else
    for (const Box& box : boxes) add(box, {1, 1, 1});
  std::byte* slot = stores_.host(order.slot);
  if (order.to == host_place) {
    std::byte* buffer = download_.acquire(bytes);
    // This blocks until all copies of the slot are done, so no copy reads the host's memory any more.
    stores_.device()->pack_to_host(strips_, buffer, bytes);
    for (const Strip& strip : strips_) unpack_box(slot, layout, size, strip.box, buffer + strip.offset, strip.stride);
  } else {
    StagingBuffer& staging = upload_.next();
    std::byte* buffer = staging.acquire(bytes);
    for (const Strip& strip : strips_) pack_box(slot, layout, size, strip.box, buffer + strip.offset, strip.stride);
    staging.protect(stores_.device()->unpack_from_host(strips_, buffer, bytes));
  }
}

void Transfers::spoil_points() {
  for (const CopyOrder& order : points_)
    if (const Region stale = order.region - coordinator_.validity().valid(order.slot, host_place); any(stale))
      stores_.spoil(order.slot, stale, host_place, PoisonKind::invalid);
  points_.clear();
}

/// A piece also overwrites covered points of other regions. Fills those that are not valid at `to` with poison again.
void Transfers::spoil_covered(const CopyOrder& order) {
  const RegionShape& shape = stores_.geometry(order.slot).shape(order.region);
  const Region stale = shape.others - coordinator_.validity().valid(order.slot, order.to);
  if (any(stale)) stores_.spoil(order.slot, stale, order.to, PoisonKind::invalid);
}

} // namespace nopal
