#pragma once
// Searches what a routine wrote for poison, where it is.

#include "core/accelerator/stores.hpp"

namespace nopal {

/// Points that hold poison of one sort.
struct PoisonedPoints {
  static constexpr std::size_t most_listed = 10;
  long count = 0;
  Box hull;
  std::vector<Index> first;      ///< at most most_listed of them, in the order of memory of each box
  Region regions = Region::none; ///< base regions that have any

  void add(const Index& point, Region region);
};

struct PoisonSearch {
  long points = 0;                 ///< that were searched
  PoisonedPoints unwritten;        ///< left as they were before the routine
  PoisonedPoints computed;         ///< hold poison of another origin
  std::vector<PoisonWord> origins; ///< of the latter, each once, at most a few
};

/// The points of the clause's region on this rank. `scratch` is for what is fetched from a device; that counts as no
/// transfer.
PoisonSearch search_poison(const Stores& stores, const Clause& clause, Place place, std::vector<std::byte>& scratch);

} // namespace nopal
