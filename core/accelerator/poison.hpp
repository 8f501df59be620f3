#pragma once
// Poison finds reads of invalid points and missing writes. It fills memory without valid values with poison words
// (core/variables/poison_word.hpp). After a routine it looks for these words in the points that the routine wrote.

#include "core/accelerator/stores.hpp"

namespace nopal {

class Poison {
public:
  Poison(Stores& stores, const Validity& validity);

  /// Fills every region that has become invalid. Call this after each event that may have made regions invalid.
  void update();
  /// Call this after a cycle. It moves the remembered validity with the slots.
  void cycle(const std::vector<int>& variables) { seen_.cycle(variables); }

  /// Call this after storage on the host was allocated. It fills the regions that are not valid there.
  void fill_new(int variable);
  /// Call this before a routine. It fills the regions that the routine writes and does not read.
  void fill_written(const Routine& routine, Place place, const Tracker& tracker);
  /// Call this before a stencil on the device. It fills all points of its temporaries.
  void fill_temporaries(const Stencil& stencil);
  /// Call this after the routine, before post_call_function marks its writes as valid. Throws Error if a point that the
  /// routine writes holds poison.
  void search_written(const Routine& routine, Place place, const Tracker& tracker);

private:
  Stores& stores_;
  const Validity& validity_;
  SeenValidity seen_;
  std::vector<std::byte> fetched_; ///< scratch: points from the device
};

} // namespace nopal
