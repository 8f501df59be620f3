#pragma once
// Ranges in Cactus notation: `1:*`, `(0:1]`, `*:-1`, `5`, with an optional step `0:10:2` for integers. A range
// contains infinity only if infinity is a bound: `0:inf`.

#include <optional>
#include <string>
#include <string_view>

namespace nopal {

/// `*` gives no bound. A bound belongs to the range unless a round bracket, ( or ), marks it as open.
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

/// Throws an Error that says what is wrong with the text.
Range parse_range(std::string_view text);

} // namespace nopal
