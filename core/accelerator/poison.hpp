#pragma once
// Finds reads of what is not valid and writes that did not happen: whatever holds no valid value, at whichever place,
// is filled with poison (core/variables/poison_word.hpp), and what a routine wrote is searched for it.

#include "core/accelerator/poison_report.hpp"
#include "core/accelerator/stores.hpp"

namespace nopal {

/// Compares validity with what it was and fills what was lost.
class Poison {
public:
  Poison(Stores& stores, const Validity& validity);

  /// After each event that may have made something invalid.
  void update();
  /// With the slots.
  void cycle(const std::vector<int>& variables);

  /// Storage on the host that was just allocated: what is not valid there.
  void fill_new(int variable);
  /// Before a routine: what it writes and does not read.
  void fill_written(const Routine& routine, Place place);
  /// After it, before its writes count: throws Error where what it wrote holds poison.
  void search_written(const Routine& routine, Place place, const Tracker& tracker);

private:
  Stores& stores_;
  const Validity& validity_;
  std::vector<Region> before_;     ///< by slot, then place
  std::vector<std::byte> fetched_; ///< from the device, to be searched
};

} // namespace nopal
