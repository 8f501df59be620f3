#include "core/accelerator/transfer.hpp"

namespace nopal {

namespace {

/// Whether the order can travel as one piece. A piece must not overwrite covered points that are valid at `to` only.
bool travels_as_piece(const CopyOrder& order, const RegionShape& shape, const Validity& validity) {
  if (!shape.piece_pays) return false;
  for (const Region other : base_regions)
    if (any(other & shape.others) && validity.valid(order.slot, other, order.to) &&
        !validity.valid(order.slot, other, order.from))
      return false;
  return true;
}

} // namespace

Transfer decide_transfer(const CopyOrder& order, const Geometry& geometry, std::int64_t size,
                         const Validity& validity) {
  if (order.kind == TransferKind::reduce) {
    constexpr auto bytes = static_cast<std::int64_t>(reduced_bytes);
    return {order, bytes, bytes, TransferForm::reduction};
  }
  const RegionShape& shape = geometry.shape(order.region);
  const std::int64_t payload = shape.points * size;
  // A move takes the whole allocation, even if this rank has no point of the regions.
  const long whole = geometry.layout().size;
  if (order.kind == TransferKind::move) return {order, payload, whole * size, TransferForm::piece, 0, whole};
  if (shape.points == 0) return {order};
  if (travels_as_piece(order, shape, validity))
    return {order, payload, shape.count * size, TransferForm::piece, shape.first, shape.count};
  return {order, payload, payload, TransferForm::packed};
}

} // namespace nopal
