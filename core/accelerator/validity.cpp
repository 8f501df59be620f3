#include "core/accelerator/validity.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace nopal {

std::string place_text(Place place) {
  if (place == host_place) return "host";
  if (place == device_place) return "device";
  return "device " + std::to_string(place);
}

Validity::Validity(const Variables& variables, int n_places, std::vector<Region> tracked)
    : n_places_(n_places), first_{0}, tracked_(std::move(tracked)) {
  NOPAL_ASSERT(n_places >= 1 && static_cast<int>(tracked_.size()) == variables.n_variables());
  for (int v = 0; v < variables.n_variables(); ++v) {
    first_.push_back(first_.back() + variables.timelevels(v));
    Cell unwritten;
    unwritten.valid = Region::everywhere - tracked_[v];
    cells_.resize(static_cast<std::size_t>(first_.back()) * n_places_, unwritten);
  }
}

Region Validity::valid_anywhere(Slot slot) const {
  Region result = Region::none;
  for (Place p = 0; p < n_places_; ++p) result |= valid(slot, p);
  return result;
}

const Event& Validity::reason(Slot slot, Region base_region, Place place) const {
  const auto position = std::find(std::begin(base_regions), std::end(base_regions), base_region);
  NOPAL_ASSERT(position != std::end(base_regions));
  return cell(slot, place).reasons[position - std::begin(base_regions)];
}

void Validity::set(const Slot& slot, Region region, Place place, const Event& event) {
  Cell& c = cell(slot, place);
  region &= tracked_[slot.variable];
  c.valid |= region;
  for (int r = 0; r < n_base_regions; ++r)
    if (any(region & base_regions[r])) c.reasons[r] = event;
}

void Validity::lose(Cell& cell, Region region, const Event& event) {
  cell.valid = cell.valid - region;
  cell.cycled = cell.cycled - region;
  for (int r = 0; r < n_base_regions; ++r)
    if (any(region & base_regions[r])) cell.reasons[r] = event;
}

void Validity::cycle(int variable, const Event& event) {
  const auto begin = cells_.begin() + static_cast<long>(first_[variable]) * n_places_;
  const auto end = cells_.begin() + static_cast<long>(first_[variable + 1]) * n_places_;
  std::rotate(begin, end - n_places_, end);
  Cell fresh;
  fresh.valid = Region::everywhere - tracked_[variable];
  fresh.cycled = tracked_[variable];
  std::fill(std::begin(fresh.reasons), std::end(fresh.reasons), event);
  std::fill(begin, begin + n_places_, fresh);
}

} // namespace nopal
