#include "core/accelerator/validity.hpp"

#include "core/base/assert.hpp"

#include <algorithm>

namespace nopal {

namespace {

/// By EventKind.
constexpr const char* validity_words[] = {"never written",
                                          "written",
                                          "invalidated by a write",
                                          "copied",
                                          "moved",
                                          "synchronised",
                                          "new timelevel after the cycle of timelevels",
                                          "copied from the past timelevel",
                                          "reported as modified",
                                          "storage switched off",
                                          "its values were not kept (driver.blocking_factor, driver.fusion)"};

const char* preposition(EventKind kind) {
  if (kind == EventKind::invalidated) return " of ";
  return kind == EventKind::copied || kind == EventKind::moved ? " for " : " by ";
}

} // namespace

std::string text(const Event& event, std::string_view routine) {
  std::string result = validity_words[static_cast<int>(event.kind)];
  if (event.kind == EventKind::nothing) return result;
  if (!routine.empty()) result.append(preposition(event.kind)).append(routine);
  return result + " at iteration " + std::to_string(event.iteration);
}

std::string place_text(Place place) {
  if (place == host_place) return "host";
  if (place == device_place) return "device";
  return "device " + std::to_string(place);
}

Validity::Validity(const Variables& variables, int n_places, std::vector<Region> tracked)
    : n_places_(n_places), first_{0}, tracked_(std::move(tracked)) {
  NOPAL_ASSERT(n_places >= 1 && static_cast<int>(tracked_.size()) == variables.n_variables());
  for (int v = 0; v < variables.n_variables(); ++v) {
    for (int timelevel = 0; timelevel < variables.timelevels(v); ++timelevel) slots_.push_back({v, timelevel});
    first_.push_back(static_cast<int>(slots_.size()));
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

void SeenValidity::cycle(std::span<const int> variables) {
  for (const int v : variables) {
    const auto begin = seen_.begin() + static_cast<long>(validity_.index({v, 0})) * validity_.n_places();
    const auto end = begin + static_cast<long>(validity_.timelevels(v)) * validity_.n_places();
    std::rotate(begin, end - validity_.n_places(), end);
  }
}

} // namespace nopal
