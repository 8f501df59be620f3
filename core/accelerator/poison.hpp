#pragma once
// Poison finds reads of invalid points and missing writes. All memory without a valid value is filled with poison words
// (core/variables/poison_word.hpp), and what a routine wrote is searched for them.

#include "core/accelerator/poison_report.hpp"
#include "core/accelerator/stores.hpp"

namespace nopal {

/// Remembers validity, and fills every region that has become invalid.
class Poison {
public:
  Poison(Stores& stores, const Validity& validity);

  /// Call this after each event that may have made regions invalid.
  void update();
  /// Call this after a cycle: the remembered validity moves with the slots.
  void cycle(const std::vector<int>& variables);

  /// Call this when storage on the host is new: fills what is not valid there.
  void fill_new(int variable);
  /// Call this before a routine: fills what it writes and does not read.
  void fill_written(const Routine& routine, Place place);
  /// Call this after the routine, before its writes count: throws Error if what it wrote holds poison.
  void search_written(const Routine& routine, Place place, const Tracker& tracker);

private:
  Stores& stores_;
  const Validity& validity_;
  std::vector<Region> before_;     ///< validity at the last update, by slot and place
  std::vector<std::byte> fetched_; ///< scratch: points from the device
};

} // namespace nopal
