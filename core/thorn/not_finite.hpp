#pragma once
// Values that are not finite in the output of a run.

#include <cstdint>
#include <limits>
#include <string>

namespace nopal {

/// A variable of which output has values that are NaN or infinite. It names the first of them that this process knows.
struct NotFinite {
  /// The places of values that no point or element has. A value between points comes before one without a place.
  static constexpr std::int64_t no_place = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t between_points = no_place - 1;

  int variable = -1;
  /// The position of the point or element among all of the variable. Of all processes and thorns, the least counts.
  std::int64_t place = no_place;
  std::string what;   ///< the value and where it is: "nan at point (3, 4), x = 0.5, y = 0.25"
  std::string output; ///< the thorn that writes it: "hdf5"
  std::int64_t iteration = 0;
  double time = 0; ///< of the iteration
};

} // namespace nopal
