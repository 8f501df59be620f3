#pragma once
// The validity table: one bit for each slot, region and place, and the event that last changed it.
// It is plain data (no storage, no device, no MPI) and the same on all ranks.

#include "core/grid/region.hpp"
#include "core/variables/variables.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace nopal {

/// The number of a place. Sets of places are bit masks.
using Place = int;
constexpr Place host_place = 0;
/// The one device of a process.
constexpr Place device_place = 1;

/// Returns "host", "device", "device 2", …
std::string place_text(Place place);

enum class EventKind : std::uint8_t {
  nothing,
  wrote,
  invalidated,
  copied,
  moved,
  synced,
  cycled,
  copied_from_past,
  notified,
  storage_off,
  gave_storage ///< an epoch has computed a newer timelevel in its storage, or fused calls have not stored its values
};

/// Explains why a slot is valid or invalid: the last event that changed a validity bit, or that wrote a region that was
/// valid before.
struct Event {
  EventKind kind = EventKind::nothing;
  int routine = -1; ///< the routine that ran or was about to run: its position in the schedule; -1: none
  std::int64_t iteration = 0;
  double time = 0; ///< of the iteration

  bool operator==(const Event&) const = default;
};

/// Returns "written by wavetoy::evolve at iteration 3". `routine` is the name of event.routine, or empty.
std::string text(const Event& event, std::string_view routine);

/// Validity of every slot. At first no tracked region is valid. `tracked` gives the regions of each variable that have
/// points on any process (Spaces::regions). The other regions always count as valid at every place.
class Validity {
public:
  Validity(const Variables& variables, int n_places, std::vector<Region> tracked);

  int n_places() const { return n_places_; }
  int n_slots() const { return first_.back(); }
  /// Returns all slots, in the order of their numbers.
  const std::vector<Slot>& slots() const { return slots_; }
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
  std::vector<Slot> slots_;
  std::vector<Region> tracked_;
  std::vector<Cell> cells_;
};

/// Remembers validity and finds what has changed since then.
class SeenValidity {
public:
  /// `validity` must outlive this object.
  explicit SeenValidity(const Validity& validity)
      : validity_(validity), seen_(static_cast<std::size_t>(validity.n_slots()) * validity.n_places()) {
    update([](Slot, Place, Region, Region) {});
  }

  /// Calls `change(slot, place, before, now)` for each slot and place where validity has changed, and remembers it.
  template <class Change> void update(const Change& change) {
    auto seen = seen_.begin();
    for (const Slot slot : validity_.slots())
      for (Place place = 0; place < validity_.n_places(); ++place, ++seen) {
        const Region now = validity_.valid(slot, place) & validity_.tracked(slot.variable);
        if (now != *seen) change(slot, place, std::exchange(*seen, now), now);
      }
  }
  /// Moves what it remembers with the timelevels. So the cycle itself is not a change.
  void cycle(std::span<const int> variables);

private:
  const Validity& validity_;
  std::vector<Region> seen_; ///< by slot and place
};

} // namespace nopal
