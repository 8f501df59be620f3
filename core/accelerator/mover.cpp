#include "core/accelerator/mover.hpp"

#include "core/base/error.hpp"
#include "core/grid/pack.hpp"

namespace nopal {

Mover::Mover(const Coordinator& coordinator, HostMemory& memory, Device* device, bool poison)
    : coordinator_(coordinator), stores_(coordinator, memory, device), transfers_(stores_, coordinator),
      exchange_(stores_), searches_(poison) {
  DevicePoisoning* poisoning = device != nullptr ? device->poisoning() : nullptr;
  if (poison && device != nullptr && poisoning == nullptr)
    throw Error("accelerator.poison is yes, but the device " + device->description().name +
                " cannot poison data: set poison to no, or use another device");
  if (poison || (poisoning != nullptr && poisoning->wants_invalidation()))
    poison_.emplace(stores_, coordinator.validity());
}

void Mover::prepare_writes(const std::vector<Clause>& clauses, Place place) {
  if (place == host_place) return await_host(clauses);
  for (const Clause& clause : clauses) stores_.create_on_device(clause.slot.variable);
}

void Mover::prepare_writes(const Routine& routine, Place place) {
  if (place == host_place) return await_host(routine.writes);
  for (const Clause& clause : routine.writes) {
    if (coordinator_.tracker().write_place(routine, clause, place) == host_place)
      stores_.await_host(clause.slot);
    else
      stores_.create_on_device(clause.slot.variable);
  }
}

void Mover::prepare_temporaries(const Stencil& stencil) {
  for (const StencilTemporary& temporary : stencil.temporaries) stores_.create_on_device(temporary.variable);
  if (poison_) poison_->fill_temporaries(stencil);
}

void Mover::await_host(const std::vector<Clause>& clauses) {
  if (stores_.device() == nullptr) return;
  for (const Clause& clause : clauses) stores_.await_host(clause.slot);
}

void Mover::copy_from_past(const std::vector<PastOrder>& orders) {
  std::vector<BoxCopy> on_device;
  for (PastOrder order : orders) {
    const int v = order.to.variable;
    if (order.place == host_place) stores_.await_host(order.to);
    for (int part = 0; part < stores_.n_parts(v); ++part) {
      order.from.part = order.to.part = part;
      const Geometry& geometry = stores_.geometry(order.to);
      for (const Box& box : geometry.shape(order.region).boxes) {
        if (order.place != host_place)
          on_device.push_back({order.from, order.to, box});
        else
          copy_box({stores_.host(order.from), geometry.layout()}, {stores_.host(order.to), geometry.layout()},
                   stores_.element_size(v), box);
      }
    }
  }
  if (!on_device.empty()) stores_.device()->copy_boxes(on_device);
}

void Mover::cycle(const std::vector<int>& variables) {
  stores_.cycle(variables);
  if (poison_) poison_->cycle(variables);
}

void Mover::storage_on(const std::vector<int>& variables) {
  if (searches_)
    for (const int v : variables) poison_->fill_new(v);
}

void Mover::storage_off(const std::vector<int>& variables) {
  for (const int v : variables)
    for (int timelevel = 0; timelevel < coordinator_.validity().timelevels(v); ++timelevel)
      stores_.await_host({v, timelevel});
}

void Mover::finish() {
  if (stores_.device() == nullptr) return;
  stores_.device()->finish();
  stores_.all_done();
}

} // namespace nopal
