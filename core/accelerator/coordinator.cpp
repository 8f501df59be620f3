#include "core/accelerator/coordinator.hpp"

#include "core/base/error.hpp"

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

/// Decides how the order travels. `size` is the size of an element in bytes. All orders of the event must already be
/// marked as done in `validity`.
Transfer decide_transfer(const CopyOrder& order, const Geometry& geometry, std::int64_t size,
                         const Validity& validity) {
  if (order.kind == TransferKind::reduce) {
    const auto bytes = static_cast<std::int64_t>(geometry.owned().empty() ? 0 : reduced_bytes);
    return {order, bytes, bytes, TransferForm::reduction};
  }
  const RegionShape& shape = geometry.shape(order.region);
  if (order.kind == TransferKind::points) {
    std::int64_t points = 0;
    for (const Selection& piece : pieces_in(*order.points, shape.boxes)) points += piece.points();
    return {order, points * size, points * size, points > 0 ? TransferForm::packed : TransferForm::nothing};
  }
  const std::int64_t payload = shape.points * size;
  // A move takes the whole allocation, even if this rank has no point of the regions.
  const long whole = geometry.layout().size;
  if (order.kind == TransferKind::move) return {order, payload, whole * size, TransferForm::piece, 0, whole};
  if (shape.points == 0) return {order};
  if (travels_as_piece(order, shape, validity))
    return {order, payload, shape.count * size, TransferForm::piece, shape.first, shape.count};
  return {order, payload, payload, TransferForm::packed};
}

} // namespace

Coordinator::Coordinator(const AcceleratorContext& context, DeviceKind device, const AcceleratorSettings& settings)
    : variables_(*context.variables), settings_(settings), device_(device != DeviceKind::none),
      spaces_(*context.spaces),
      tracker_(variables_, *context.routines, device_ ? 2 : 1, spaces_.regions(), {false, device == DeviceKind::moves}),
      planner_(variables_, spaces_), has_storage_(variables_.n_variables(), 0),
      copied_back_(copy_back_variables(variables_, settings.copy_back_vars)), observers_(context.observers) {
  if (context.log && (settings.verbose || settings.very_verbose)) {
    text_.emplace(variables_, tracker_, context.log, settings_);
    observers_.push_back(&*text_);
  }
  for (int v = 0; v < variables_.n_variables(); ++v)
    if (variables_.timelevels(v) >= 2) cycled_.push_back(v);
}

void Coordinator::throw_no_storage(const Clause& clause, const std::string& writer) const {
  const std::string group = variables_.group_of(clause.slot.variable).full_name();
  throw Error(clause.where, writer + " writes " + variables_.text(clause.slot) +
                                ", which has no storage at iteration " + std::to_string(tracker_.iteration()) +
                                "; add " + group +
                                " to the key `storage:` of the routine, or of a schedule group that contains it");
}

void Coordinator::throw_no_storage(const Clause& clause, const Routine& writer) const {
  throw_no_storage(clause, writer.full_name());
}

/// Turns `orders_` into `transfers_`, one for each part, and counts them.
void Coordinator::decide_transfers() {
  transfers_.clear();
  for (CopyOrder order : orders_) {
    const int v = order.slot.variable;
    for (const Geometry& part : spaces_.of(v).parts) {
      const auto size = static_cast<std::int64_t>(variables_.element_size(v));
      const Transfer& transfer = transfers_.emplace_back(decide_transfer(order, part, size, validity()));
      ++order.slot.part;
      // A process may own no element of a set.
      if (transfer.form == TransferForm::nothing || transfer.moved_bytes == 0) continue;
      add(order.to != host_place ? counters_.to_device : counters_.to_host,
          {1, transfer.payload_bytes, transfer.moved_bytes});
    }
  }
}

/// Sets what the observers get at the end of the call.
void Coordinator::note(HookCall& call, HookEvent event) const {
  event.hook = call.hook();
  event.iteration = tracker_.iteration();
  call.set(event);
}

} // namespace nopal
