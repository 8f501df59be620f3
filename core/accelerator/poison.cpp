#include "core/accelerator/poison.hpp"

#include "core/grid/pack.hpp"

#include <algorithm>
#include <limits>

namespace nopal {

Poison::Poison(Stores& stores, const Validity& validity)
    : stores_(stores), validity_(validity),
      before_(static_cast<std::size_t>(validity.n_slots()) * validity.n_places(), Region::none) {}

void Poison::update() {
  boxes_.clear();
  for (int v = 0; v < stores_.variables().n_variables(); ++v)
    for (int level = 0; level < validity_.levels(v); ++level)
      for (Place p = 0; p < validity_.n_places(); ++p) {
        const Slot slot{v, level};
        const Region now = validity_.valid(slot, p) & validity_.tracked(v);
        Region& before = before_[validity_.index(slot) * validity_.n_places() + p];
        if (any(before - now)) spoil(slot, before - now, p);
        before = now;
      }
  if (!boxes_.empty()) stores_.device()->invalidate(boxes_);
}

void Poison::cycle(const std::vector<int>& variables) {
  for (const int v : variables) {
    const auto begin = before_.begin() + static_cast<long>(validity_.index({v, 0})) * validity_.n_places();
    const auto end = begin + static_cast<long>(validity_.levels(v)) * validity_.n_places();
    std::rotate(begin, end - validity_.n_places(), end);
  }
}

void Poison::spoil(Slot slot, Region lost, Place place) {
  const int v = slot.variable;
  const Geometry& geometry = stores_.geometry(v);
  if (place != host_place) {
    for (const Box& box : geometry.shape(lost).boxes) boxes_.push_back({slot, box});
    return;
  }
  if (!stores_.has_storage(v)) return;
  stores_.await_host(slot);
  const std::size_t words = stores_.element_size(v) / sizeof(double);
  for (const Box& box : geometry.shape(lost).boxes) {
    const std::vector<double> nan(static_cast<std::size_t>(box.points()) * words,
                                  std::numeric_limits<double>::quiet_NaN());
    unpack_box(stores_.host(slot), geometry.layout(), words * sizeof(double), box,
               reinterpret_cast<const std::byte*>(nan.data()));
  }
}

} // namespace nopal
