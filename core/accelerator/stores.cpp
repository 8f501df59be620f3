#include "core/accelerator/stores.hpp"

#include "core/base/assert.hpp"
#include "core/grid/pack.hpp"

#include <algorithm>
#include <numeric>

namespace nopal {

Stores::Stores(const Coordinator& coordinator, HostMemory& memory, Device* device)
    : coordinator_(coordinator), validity_(coordinator.validity()), memory_(memory), device_(device),
      created_(coordinator.variables().n_variables(), 0), buffers_(validity_.n_slots()),
      tickets_(validity_.n_slots(), 0) {
  std::iota(buffers_.begin(), buffers_.end(), 0);
}

std::byte* Stores::host(Slot slot) const {
  std::byte* data = memory_.data(slot);
  NOPAL_ASSERT(data != nullptr);
  return data;
}

void Stores::create_on_device(const std::vector<int>& variables) {
  std::vector<SlotStorage> slots;
  for (const int v : variables) {
    if (created_[v]) continue;
    created_[v] = 1;
    // All timelevels need storage, because a cycle makes each allocation each timelevel in turn.
    for (Slot slot{v}; slot.part < n_parts(v); ++slot.part)
      for (slot.timelevel = 0; slot.timelevel < validity_.timelevels(v); ++slot.timelevel)
        slots.push_back({slot, geometry(slot).layout(), element_size(v), coordinator_.variables().full_name(v)});
  }
  if (slots.empty()) return;
  device_->create_variables(slots);
  if (!spoils_) return;
  for (const SlotStorage& storage : slots)
    if (storage.slot.part == 0) spoil(storage.slot, Region::everywhere, device_place, PoisonKind::invalid);
}

void Stores::spoil(Slot slot, Region regions, Place place, PoisonKind kind, const PointSet* points) {
  const int v = slot.variable;
  if (place == host_place ? !coordinator_.has_storage(v) : !created_[v]) return;
  if (place == host_place) await_host(slot);
  for (const Region region : base_regions) {
    if (!any(region & regions)) continue;
    const std::uint64_t word = poison_bits({kind, region, place != host_place, buffer(slot)});
    boxes_.clear();
    for (slot.part = 0; slot.part < n_parts(v); ++slot.part) {
      const std::vector<Box>& all = geometry(slot).shape(region).boxes;
      for (const Box& box : points == nullptr ? all : boxes_in(*points, all)) {
        if (place == host_place)
          fill_box(host(slot), geometry(slot).layout(), element_size(v), box, word);
        else
          boxes_.push_back({slot, box});
      }
    }
    if (!boxes_.empty()) device_->poisoning()->fill(boxes_, word);
  }
}

Slot Stores::origin(const PoisonWord& word) const {
  const auto found = std::find(buffers_.begin(), buffers_.end(), word.allocation);
  return found != buffers_.end() ? validity_.slots()[static_cast<std::size_t>(found - buffers_.begin())] : Slot{};
}

std::vector<Slot> Stores::not_awaited() const {
  std::vector<Slot> slots;
  for (const Slot slot : validity_.slots())
    if (tickets_[buffers_[validity_.index(slot)]] != 0) slots.push_back(slot);
  return slots;
}

void Stores::cycle(const std::vector<int>& variables) {
  std::vector<int> on_device;
  for (const int v : variables) {
    memory_.cycle(v);
    if (created_[v]) on_device.push_back(v);
    const auto begin = buffers_.begin() + validity_.index({v, 0});
    const auto end = begin + validity_.timelevels(v);
    std::rotate(begin, end - 1, end);
  }
  if (!on_device.empty()) device_->cycle_timelevels(on_device);
}

} // namespace nopal
