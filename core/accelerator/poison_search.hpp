#pragma once
// Looks for poison in the points that a routine wrote, at the place where it ran, and reports the poison.

#include "core/accelerator/stores.hpp"

namespace nopal {

/// The points that hold poison of one kind.
struct PoisonedPoints {
  static constexpr std::size_t most_listed = 10;
  long count = 0;
  Box hull;
  std::vector<Index> first;      ///< the first `most_listed` points, box after box
  Region regions = Region::none; ///< the base regions that hold these points

  void add(const Index& point, Region region);
};

/// The result of a search.
struct PoisonSearch {
  long points = 0;                 ///< number of points searched
  PoisonedPoints unwritten;        ///< points that the routine did not write
  PoisonedPoints computed;         ///< points that hold poison of other points
  std::vector<PoisonWord> origins; ///< the first few different poison words of `computed`
  PoisonedPoints outside;          ///< of a write of some points: others that it wrote
};

/// Looks for poison in the points of the clause's region on this rank. Points on a device are fetched into `scratch`.
/// That does not count as a transfer.
PoisonSearch search_poison(const Stores& stores, const Clause& clause, Place place, std::vector<std::byte>& scratch);

/// The same on the host for a write of some points: adds to `found` the points of the regions that are not among them
/// and hold no poison, although the regions are not valid there.
void search_outside(const Stores& stores, const Clause& clause, Region invalid, PoisonSearch& found);

/// Returns at most three messages: about points that were not written, that were computed from invalid values, and that
/// were written although they are not among those of the clause.
std::vector<std::string> poison_texts(const PoisonSearch& found, const Routine& routine, const Clause& clause,
                                      Place place, const Stores& stores, const Tracker& tracker);

} // namespace nopal
