#pragma once
// The validity table: per slot, region and place one bit, and beside it the event that set it.
// Plain data: no storage, no device, no MPI. Same on all ranks.

#include "core/accelerator/event.hpp"
#include "core/grid/region.hpp"
#include "core/variables/variables.hpp"

#include <vector>

namespace nopal {

/// An index; validity is a mask over places.
using Place = int;
constexpr Place host_place = 0;
/// The one device of a process.
constexpr Place device_place = 1;

/// "host", "device", "device 2", …
std::string place_text(Place place);

/// Validity of every slot. Nothing is valid at first, but the boundary where `boundary_always_valid`
/// (every axis is periodic), and regions that do not exist (`no_ghosts`: ghost width 0; the boundary and
/// ghosts of scalars and arrays), which count as valid everywhere.
class Validity {
public:
  Validity(const Variables& variables, int n_places, bool boundary_always_valid, bool no_ghosts);

  int n_places() const { return n_places_; }
  int n_slots() const { return first_.back(); }
  /// Position of a slot among all slots.
  int index(Slot slot) const { return first_[slot.variable] + slot.timelevel; }
  int timelevels(int variable) const { return first_[variable + 1] - first_[variable]; }
  /// Regions of the slot that are valid at the place.
  Region valid(Slot slot, Place place) const { return cell(slot, place).valid; }
  bool valid(Slot slot, Region region, Place place) const { return covers(valid(slot, place), region); }
  /// Regions valid at any place.
  Region valid_anywhere(Slot slot) const;
  /// Regions of this variable that can be invalid at all.
  Region tracked(int variable) const { return tracked_[variable]; }
  const Event& reason(Slot slot, Region base_region, Place place) const;

  /// The regions become valid at the place.
  void set(Slot slot, Region region, Place place, const Event& event);
  /// The regions become invalid at the place; what was invalid already keeps its reason.
  void clear(Slot slot, Region region, Place place, const Event& event) {
    Cell& c = cell(slot, place);
    region &= tracked_[slot.variable] & c.valid;
    if (any(region)) lose(c, region, event);
  }
  /// As clear(), and what a cycle had made invalid takes this reason: whoever misses it looks for the write.
  void outdate(Slot slot, Region region, Place place, const Event& event) {
    Cell& c = cell(slot, place);
    region &= tracked_[slot.variable] & (c.valid | c.cycled);
    if (any(region)) lose(c, region, event);
  }
  /// Timelevel l becomes l+1, the last becomes 0 and is valid nowhere.
  void cycle(int variable, const Event& event);

private:
  struct Cell {
    Region valid = Region::none;
    Region cycled = Region::none; ///< lost to a cycle, and to nothing else since; counts where not valid
    Event reasons[n_base_regions];
  };
  static void lose(Cell& cell, Region region, const Event& event);
  Cell& cell(Slot slot, Place place) { return cells_[index(slot) * n_places_ + place]; }
  const Cell& cell(Slot slot, Place place) const { return cells_[index(slot) * n_places_ + place]; }
  int n_places_;
  std::vector<int> first_; ///< position of each variable's timelevel 0; one entry more than variables
  std::vector<Region> tracked_;
  std::vector<Cell> cells_;
};

} // namespace nopal
