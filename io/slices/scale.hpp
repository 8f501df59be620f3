#pragma once
// Turns values into shades.

#include "colour_map.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace nopal::slices {

/// Extreme values of a plane.
struct Extremes {
  // These three are extremes of the finite values; infinite if there are none.
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double min_positive = std::numeric_limits<double>::infinity();
  std::int64_t not_finite = 0;   ///< number of points
  std::int64_t not_positive = 0; ///< number of points with finite values of 0 or less

  void add(double value);
  bool any_finite() const { return min <= max; }
};

enum class ScaleKind { linear, logarithmic, symmetric };
/// `name` is "linear", "logarithmic" or "symmetric".
ScaleKind scale_kind(std::string_view name);

/// Divides the values from low() to high() into 256 shades of the same width. low() < high(). A logarithmic scale
/// divides the logarithms, and 0 < low().
class Scale {
public:
  /// Without a range [low, high] it takes the range of the values; on a symmetric scale this is [-m, m]. If all values
  /// are the same, it takes a range around them; if there are none, a fixed range.
  Scale(ScaleKind kind, const std::optional<std::array<double, 2>>& range, const Extremes& extremes);

  ScaleKind kind() const { return kind_; }
  double low() const { return low_; }
  double high() const { return high_; }
  /// Returns 0 at low() and below, 1 at high() and above. The value must be finite, and positive on a logarithmic
  /// scale.
  double position(double value) const;
  /// Returns the shade of any value.
  Shade shade(double value) const;

private:
  ScaleKind kind_;
  double low_;
  double high_;
};

} // namespace nopal::slices
