#pragma once
// The result of `nopal tune`: its table and its JSON.

#include "driver/loop/way_search.hpp"

#include <string>
#include <vector>

namespace nopal {

/// A way and what was measured.
struct MeasuredWay {
  Way way;
  std::vector<double> seconds; ///< of one iteration, on the slowest rank, by epoch; empty: no epoch was measured

  /// The median; negative: nothing was measured.
  double median() const;
};

struct TuneReport {
  std::string title;             ///< of the run
  std::string place;             ///< "host", or "streaming through opencl", or the device
  Index points{0, 0, 0};         ///< of the grid
  int dimension = 3;             ///< of the grid
  int ranks = 1;                 ///< of the run
  int threads = 1;               ///< of a rank
  std::vector<MeasuredWay> ways; ///< the first one is without epochs
  int model = 0;                 ///< the way that the model takes
  std::string limit;             ///< why there are no epochs, or none with more iterations; empty: nopal tries no more
  bool kept = false;             ///< later runs begin with the fastest way
  std::string ended_early;       ///< why not all ways were measured; empty: they were

  bool streams() const { return place.starts_with("streaming"); }
  /// The fastest way that was measured, from number `first` on; -1: none.
  int fastest(int first = 0) const;
};

/// Returns a table of the ways, and how to set the fastest one in a parfile.
std::string tune_text(const TuneReport& report);
/// Returns the same as JSON; docs/tiles.md explains the keys.
std::string tune_json(const TuneReport& report);

} // namespace nopal
