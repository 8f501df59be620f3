#pragma once
// Searches what a routine wrote for poison, at the place where it wrote.

#include "core/accelerator/stores.hpp"

namespace nopal {

/// The points that hold poison of one kind.
struct PoisonedPoints {
  static constexpr std::size_t most_listed = 10;
  long count = 0;
  Box hull;
  std::vector<Index> first;      ///< the first most_listed of them, in the order of memory in each box
  Region regions = Region::none; ///< base regions with such points

  void add(const Index& point, Region region);
};

/// The result of a search.
struct PoisonSearch {
  long points = 0;                 ///< number of points searched
  PoisonedPoints unwritten;        ///< points that the routine left as they were
  PoisonedPoints computed;         ///< points with poison that came from elsewhere
  std::vector<PoisonWord> origins; ///< the poison words of `computed`, each once, at most a few
};

/// Searches the points of the clause's region on this rank. Points on a device are fetched into `scratch`. That does
/// not count as a transfer.
PoisonSearch search_poison(const Stores& stores, const Clause& clause, Place place, std::vector<std::byte>& scratch);

} // namespace nopal
