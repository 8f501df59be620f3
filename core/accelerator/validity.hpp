#pragma once
// The validity table: one bit for each slot, region and place, and the event that last changed it.
// It is plain data (no storage, no device, no MPI) and the same on all ranks.

#include "core/accelerator/event.hpp"
#include "core/grid/region.hpp"
#include "core/variables/variables.hpp"

#include <vector>

namespace nopal {

/// The number of a place. Sets of places are bit masks.
using Place = int;
constexpr Place host_place = 0;
/// The one device of a process.
constexpr Place device_place = 1;

/// Returns "host", "device", "device 2", …
std::string place_text(Place place);

/// Validity of every slot. At first no tracked region is valid. `tracked` gives the regions of each variable that have
/// points on any process (Spaces::regions). The other regions always count as valid at every place.
class Validity {
public:
  Validity(const Variables& variables, int n_places, std::vector<Region> tracked);

  int n_places() const { return n_places_; }
  int n_slots() const { return first_.back(); }
  /// The number of the slot among all slots.
  int index(Slot slot) const { return first_[slot.variable] + slot.timelevel; }
  int timelevels(int variable) const { return first_[variable + 1] - first_[variable]; }
  /// Returns the regions of the slot that are valid at the place.
  Region valid(Slot slot, Place place) const { return cell(slot, place).valid; }
  bool valid(Slot slot, Region region, Place place) const { return covers(valid(slot, place), region); }
  /// Returns the regions that are valid at some place.
  Region valid_anywhere(Slot slot) const;
  /// Returns the regions of this variable that can be invalid.
  Region tracked(int variable) const { return tracked_[variable]; }
  /// The event that last changed the region at the place.
  const Event& reason(Slot slot, Region base_region, Place place) const;

  /// The regions become valid at the place. The slot is passed by reference, because a copy costs time.
  void set(const Slot& slot, Region region, Place place, const Event& event);
  /// The regions become invalid at the place. Regions that were invalid before keep their reason.
  void clear(Slot slot, Region region, Place place, const Event& event) {
    Cell& c = cell(slot, place);
    region &= tracked_[slot.variable] & c.valid;
    if (any(region)) lose(c, region, event);
  }
  /// As clear(), but regions that a cycle made invalid also get this event as their reason, because it explains more.
  void outdate(Slot slot, Region region, Place place, const Event& event) {
    Cell& c = cell(slot, place);
    region &= tracked_[slot.variable] & (c.valid | c.cycled);
    if (any(region)) lose(c, region, event);
  }
  /// Timelevel n becomes n+1. The last one becomes 0 and is valid nowhere.
  void cycle(int variable, const Event& event);

private:
  struct Cell {
    Region valid = Region::none;
    Region cycled = Region::none; ///< regions that a cycle made invalid and that did not change since
    Event reasons[n_base_regions];
  };
  static void lose(Cell& cell, Region region, const Event& event);
  Cell& cell(Slot slot, Place place) { return cells_[index(slot) * n_places_ + place]; }
  const Cell& cell(Slot slot, Place place) const { return cells_[index(slot) * n_places_ + place]; }
  int n_places_;
  std::vector<int> first_; ///< by variable: index of its timelevel 0; one more entry at the end
  std::vector<Region> tracked_;
  std::vector<Cell> cells_;
};

} // namespace nopal
