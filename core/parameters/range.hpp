#pragma once
// Ranges in Cactus notation: `1:*`, `(0:1]`, `*:-1`, `5`, with an optional step `0:10:2` for integers. Infinity
// is in a range only where it is a bound: `0:inf`.

#include <optional>
#include <string>
#include <string_view>

namespace nopal {

/// lower and upper are absent for `*`. Bounds are inclusive unless marked open by a bracket ( or ).
struct Range {
  std::optional<double> lower;
  std::optional<double> upper;
  bool lower_open = false;
  bool upper_open = false;
  std::optional<long> step;
  std::string source; ///< as it was written

  bool contains(double value) const;
  bool has_infinity() const;
};

/// Throws Error that says what is wrong with the text.
Range parse_range(std::string_view text);

} // namespace nopal
